/// What every event does to a connection: its effect, then how the connection stands (as
/// `ConnectionBench.standing` says), then all events of which that comes.
let connectionTransitions: [ConnectionState: String] = [
  .greeting: """
  - | ready <- welcome
  - | greeting until 5000 <- beginAttach attach follow lag tell tellPresence tellDrag answered \
  awaitSnapshot awaitCertificate
  none | greeting until 5000 <- detach
  - | leaving until 7000 <- leave
  - | greeting until 5000 outgrown <- outgrow
  - | greeting until 5000 heard 1000 <- feed
  frame 1 | greeting until 5000 <- nextFrame
  waits | greeting until 5000 <- nextLogged
  resumed 4 | greeting until 5000 <- nextResumed
  - | greeting until 5000 last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | greeting until 5000 <- acceptAgain
  More than 0 requests wait for their answers. | greeting until 5000 <- acceptTooMany
  request 1 | greeting until 5000 own 1 <- nextOwnRequest
  request 1 | greeting until 5000 own 1 pinged <- ping
  No complete HELLO within 5000 milliseconds. | greeting until 5000 <- fiveSeconds oneInterval \
  silence stall
  nothing | greeting until 5000 <- expiry
  """,
  .ready: """
  - | ready <- welcome follow lag tell tellPresence tellDrag answered awaitSnapshot \
  awaitCertificate
  - | attaching 2 <- beginAttach
  - | attached 1 following told 5/0/0 present <- attach
  none | ready <- detach
  - | leaving until 7000 <- leave
  - | ready outgrown <- outgrow
  - | ready heard 1000 <- feed
  frame 1 | ready <- nextFrame
  waits | ready <- nextLogged
  resumed 4 | ready <- nextResumed
  - | ready last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | ready <- acceptAgain
  More than 0 requests wait for their answers. | ready <- acceptTooMany
  request 1 | ready own 1 <- nextOwnRequest
  request 1 | ready own 1 pinged <- ping
  nothing | ready <- fiveSeconds
  ping | ready <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | ready <- silence
  The certificate that opened this connection has expired. Connect with the newest one. | ready <- \
  expiry
  """,
  .attaching: """
  - | attaching 1 <- welcome beginAttach follow lag tell tellPresence tellDrag answered \
  awaitSnapshot awaitCertificate
  - | attached 1 following told 5/0/0 present <- attach
  attaching 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attaching 1 outgrown <- outgrow
  - | attaching 1 heard 1000 <- feed
  frame 1 | attaching 1 <- nextFrame
  waits | attaching 1 <- nextLogged
  resumed 4 | attaching 1 <- nextResumed
  - | attaching 1 last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attaching 1 <- acceptAgain
  More than 0 requests wait for their answers. | attaching 1 <- acceptTooMany
  request 1 | attaching 1 own 1 <- nextOwnRequest
  request 1 | attaching 1 own 1 pinged <- ping
  nothing | attaching 1 <- fiveSeconds
  ping | attaching 1 <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attaching 1 <- silence
  The certificate that opened this connection has expired. Connect with the newest one. | \
  attaching 1 <- expiry
  """,
  .following: """
  - | attached 1 following told 5/0/0 present <- welcome beginAttach attach follow answered \
  awaitCertificate
  attached 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attached 1 following told 5/0/0 outgrown present <- outgrow
  - | attached 1 lagging told 9/0/0 present <- lag
  - | attached 1 following told 8/0/0 present <- tell
  - | attached 1 following told 5/2/0 present <- tellPresence
  - | attached 1 following told 5/0/3 present <- tellDrag
  - | attached 1 following told 5/0/0 present heard 1000 <- feed
  frame 1 | attached 1 following told 5/0/0 present <- nextFrame
  waits | attached 1 following told 5/0/0 present <- nextLogged
  resumed 4 | attached 1 following told 5/0/0 present <- nextResumed
  - | attached 1 following told 5/0/0 present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 following told 5/0/0 present <- \
  acceptAgain
  More than 0 requests wait for their answers. | attached 1 following told 5/0/0 present <- \
  acceptTooMany
  request 1 | attached 1 following told 5/0/0 present own 1 <- nextOwnRequest
  request 1 | attached 1 following told 5/0/0 present own 1 pinged <- ping
  nothing | attached 1 following told 5/0/0 present <- fiveSeconds
  ping | attached 1 following told 5/0/0 present <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 following told 5/0/0 present <- silence
  - | attached 1 awaiting 5 told 7/0/0 present <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 following told 5/0/0 present <- expiry
  """,
  .replaying: """
  - | attached 1 replaying 3 told 5/0/0 present <- welcome beginAttach answered awaitCertificate
  - | attached 1 following told 5/0/0 present <- attach follow
  attached 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attached 1 replaying 3 told 5/0/0 outgrown present <- outgrow
  - | attached 1 lagging told 9/0/0 present <- lag
  - | attached 1 replaying 3 told 8/0/0 present <- tell
  - | attached 1 replaying 3 told 5/2/0 present <- tellPresence
  - | attached 1 replaying 3 told 5/0/3 present <- tellDrag
  - | attached 1 replaying 3 told 5/0/0 present heard 1000 <- feed
  frame 1 | attached 1 replaying 3 told 5/0/0 present <- nextFrame
  waits | attached 1 replaying 3 told 5/0/0 present <- nextLogged
  resumed 4 | attached 1 replaying 3 told 5/0/0 present <- nextResumed
  - | attached 1 replaying 3 told 5/0/0 present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 replaying 3 told 5/0/0 present <- \
  acceptAgain
  More than 0 requests wait for their answers. | attached 1 replaying 3 told 5/0/0 present <- \
  acceptTooMany
  request 1 | attached 1 replaying 3 told 5/0/0 present own 1 <- nextOwnRequest
  request 1 | attached 1 replaying 3 told 5/0/0 present own 1 pinged <- ping
  nothing | attached 1 replaying 3 told 5/0/0 present <- fiveSeconds
  ping | attached 1 replaying 3 told 5/0/0 present <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 replaying 3 told 5/0/0 present <- silence
  - | attached 1 awaiting 5 told 7/0/0 present <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 replaying 3 told 5/0/0 present <- expiry
  """,
  .lagging: """
  - | attached 1 lagging told 6/0/0 present <- welcome beginAttach answered awaitCertificate
  - | attached 1 following told 5/0/0 present <- attach
  attached 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attached 1 lagging told 6/0/0 outgrown present <- outgrow
  - | attached 1 following told 6/0/0 present <- follow
  - | attached 1 lagging told 9/0/0 present <- lag
  - | attached 1 lagging told 8/0/0 present <- tell
  - | attached 1 lagging told 6/2/0 present <- tellPresence
  - | attached 1 lagging told 6/0/3 present <- tellDrag
  - | attached 1 lagging told 6/0/0 present heard 1000 <- feed
  frame 1 | attached 1 lagging told 6/0/0 present <- nextFrame
  waits | attached 1 lagging told 6/0/0 present <- nextLogged
  resumed 4 | attached 1 lagging told 6/0/0 present <- nextResumed
  - | attached 1 lagging told 6/0/0 present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 lagging told 6/0/0 present <- acceptAgain
  More than 0 requests wait for their answers. | attached 1 lagging told 6/0/0 present <- \
  acceptTooMany
  request 1 | attached 1 lagging told 6/0/0 present own 1 <- nextOwnRequest
  request 1 | attached 1 lagging told 6/0/0 present own 1 pinged <- ping
  nothing | attached 1 lagging told 6/0/0 present <- fiveSeconds
  ping | attached 1 lagging told 6/0/0 present <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 lagging told 6/0/0 present <- silence
  - | attached 1 awaiting 5 told 7/0/0 present <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 lagging told 6/0/0 present <- expiry
  """,
  .awaiting: """
  - | attached 1 awaiting 4 told 6/0/0 present <- welcome beginAttach answered awaitCertificate
  - | attached 1 following told 5/0/0 present <- attach
  attached 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attached 1 awaiting 4 told 6/0/0 outgrown present <- outgrow
  - | attached 1 following told 6/0/0 present <- follow
  - | attached 1 lagging told 9/0/0 present <- lag
  - | attached 1 awaiting 5 told 7/0/0 present <- awaitSnapshot
  - | attached 1 awaiting 4 told 8/0/0 present <- tell
  - | attached 1 awaiting 4 told 6/2/0 present <- tellPresence
  - | attached 1 awaiting 4 told 6/0/3 present <- tellDrag
  - | attached 1 awaiting 4 told 6/0/0 present heard 1000 <- feed
  frame 1 | attached 1 awaiting 4 told 6/0/0 present <- nextFrame
  waits | attached 1 awaiting 4 told 6/0/0 present <- nextLogged
  resumed 4 | attached 1 awaiting 4 told 6/0/0 present <- nextResumed
  - | attached 1 awaiting 4 told 6/0/0 present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 awaiting 4 told 6/0/0 present <- \
  acceptAgain
  More than 0 requests wait for their answers. | attached 1 awaiting 4 told 6/0/0 present <- \
  acceptTooMany
  request 1 | attached 1 awaiting 4 told 6/0/0 present own 1 <- nextOwnRequest
  request 1 | attached 1 awaiting 4 told 6/0/0 present own 1 pinged <- ping
  nothing | attached 1 awaiting 4 told 6/0/0 present <- fiveSeconds
  ping | attached 1 awaiting 4 told 6/0/0 present <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 awaiting 4 told 6/0/0 present <- silence
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 awaiting 4 told 6/0/0 present <- expiry
  """,
  .fetching: """
  - | attached 1 fetching 4 told 5/0/0 present <- welcome beginAttach answered awaitCertificate
  - | attached 1 following told 5/0/0 present <- attach follow
  attached 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attached 1 fetching 4 told 5/0/0 outgrown present <- outgrow
  - | attached 1 lagging told 9/0/0 present <- lag
  - | attached 1 fetching 4 told 8/0/0 present <- tell
  - | attached 1 fetching 4 told 5/2/0 present <- tellPresence
  - | attached 1 fetching 4 told 5/0/3 present <- tellDrag
  - | attached 1 fetching 4 told 5/0/0 present heard 1000 <- feed
  frame 1 | attached 1 fetching 4 told 5/0/0 present <- nextFrame
  waits | attached 1 fetching 4 told 5/0/0 present <- nextLogged
  resumed 4 | attached 1 fetching 4 told 5/0/0 present <- nextResumed
  - | attached 1 fetching 4 told 5/0/0 present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 fetching 4 told 5/0/0 present <- \
  acceptAgain
  More than 0 requests wait for their answers. | attached 1 fetching 4 told 5/0/0 present <- \
  acceptTooMany
  request 1 | attached 1 fetching 4 told 5/0/0 present own 1 <- nextOwnRequest
  request 1 | attached 1 fetching 4 told 5/0/0 present own 1 pinged <- ping
  nothing | attached 1 fetching 4 told 5/0/0 present <- fiveSeconds
  ping | attached 1 fetching 4 told 5/0/0 present <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 fetching 4 told 5/0/0 present <- silence
  - | attached 1 awaiting 5 told 7/0/0 present <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 fetching 4 told 5/0/0 present <- expiry
  """,
  .outgrown: """
  - | attached 1 following told 5/0/0 outgrown present <- welcome beginAttach outgrow follow \
  answered awaitCertificate
  - | attached 1 following told 5/0/0 present <- attach
  attached 1 | ready outgrown <- detach
  - | leaving until 7000 outgrown <- leave
  - | attached 1 lagging told 9/0/0 outgrown present <- lag
  - | attached 1 following told 8/0/0 outgrown present <- tell
  - | attached 1 following told 5/2/0 outgrown present <- tellPresence
  - | attached 1 following told 5/0/3 outgrown present <- tellDrag
  - | attached 1 following told 5/0/0 outgrown present heard 1000 <- feed
  frame 1 | attached 1 following told 5/0/0 outgrown present <- nextFrame
  waits | attached 1 following told 5/0/0 outgrown present <- nextLogged
  resumed 4 | attached 1 following told 5/0/0 outgrown present <- nextResumed
  - | attached 1 following told 5/0/0 outgrown present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 following told 5/0/0 outgrown present <- \
  acceptAgain
  More than 0 requests wait for their answers. | attached 1 following told 5/0/0 outgrown present \
  <- acceptTooMany
  request 1 | attached 1 following told 5/0/0 outgrown present own 1 <- nextOwnRequest
  request 1 | attached 1 following told 5/0/0 outgrown present own 1 pinged <- ping
  nothing | attached 1 following told 5/0/0 outgrown present <- fiveSeconds
  ping | attached 1 following told 5/0/0 outgrown present <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 following told 5/0/0 outgrown present <- \
  silence
  - | attached 1 awaiting 5 told 7/0/0 outgrown present <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 following told 5/0/0 outgrown present <- expiry
  """,
  .pinged: """
  - | attached 1 following told 5/0/0 present own 1 pinged <- welcome beginAttach attach follow \
  answered awaitCertificate
  attached 1 | ready own 1 pinged <- detach
  - | leaving until 7000 own 1 pinged <- leave
  - | attached 1 following told 5/0/0 outgrown present own 1 pinged <- outgrow
  - | attached 1 lagging told 9/0/0 present own 1 pinged <- lag
  - | attached 1 following told 8/0/0 present own 1 pinged <- tell
  - | attached 1 following told 5/2/0 present own 1 pinged <- tellPresence
  - | attached 1 following told 5/0/3 present own 1 pinged <- tellDrag
  - | attached 1 following told 5/0/0 present own 1 heard 1000 <- feed
  frame 1 | attached 1 following told 5/0/0 present own 1 <- nextFrame
  waits | attached 1 following told 5/0/0 present own 1 <- nextLogged
  resumed 4 | attached 1 following told 5/0/0 present own 1 <- nextResumed
  - | attached 1 following told 5/0/0 present last 6 open [6] own 1 pinged <- acceptNext
  Request 0 does not come after request 0. | attached 1 following told 5/0/0 present own 1 pinged \
  <- acceptAgain
  More than 0 requests wait for their answers. | attached 1 following told 5/0/0 present own 1 \
  pinged <- acceptTooMany
  request 2 | attached 1 following told 5/0/0 present own 2 pinged <- nextOwnRequest ping
  nothing | attached 1 following told 5/0/0 present own 1 pinged <- fiveSeconds oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 following told 5/0/0 present own 1 pinged \
  <- silence
  - | attached 1 awaiting 5 told 7/0/0 present own 1 pinged <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 following told 5/0/0 present own 1 pinged <- expiry
  """,
  .paused: """
  - | attached 1 following told 5/0/0 present <- welcome beginAttach attach follow answered \
  awaitCertificate nextFrame nextLogged nextResumed
  attached 1 | ready <- detach
  - | leaving until 7000 <- leave
  - | attached 1 following told 5/0/0 outgrown present <- outgrow
  - | attached 1 lagging told 9/0/0 present <- lag
  - | attached 1 following told 8/0/0 present <- tell
  - | attached 1 following told 5/2/0 present <- tellPresence
  - | attached 1 following told 5/0/3 present <- tellDrag
  - | attached 1 following told 5/0/0 present heard 1000 <- feed
  - | attached 1 following told 5/0/0 present last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | attached 1 following told 5/0/0 present <- \
  acceptAgain
  More than 0 requests wait for their answers. | attached 1 following told 5/0/0 present <- \
  acceptTooMany
  request 1 | attached 1 following told 5/0/0 present own 1 <- nextOwnRequest
  request 1 | attached 1 following told 5/0/0 present own 1 pinged <- ping
  nothing | attached 1 following told 5/0/0 present <- fiveSeconds oneInterval
  Nothing was read here for too long. | attached 1 following told 5/0/0 present <- silence stall
  - | attached 1 awaiting 5 told 7/0/0 present <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 following told 5/0/0 present <- expiry
  """,
  .asking: """
  - | attached 1 following told 5/0/0 present last 4 open [4] <- welcome beginAttach attach follow \
  awaitCertificate
  attached 1 | ready last 4 open [4] <- detach
  - | leaving until 7000 last 4 open [] <- leave
  - | attached 1 following told 5/0/0 outgrown present last 4 open [4] <- outgrow
  - | attached 1 lagging told 9/0/0 present last 4 open [4] <- lag
  - | attached 1 following told 8/0/0 present last 4 open [4] <- tell
  - | attached 1 following told 5/2/0 present last 4 open [4] <- tellPresence
  - | attached 1 following told 5/0/3 present last 4 open [4] <- tellDrag
  - | attached 1 following told 5/0/0 present last 4 open [4] heard 1000 <- feed
  frame 1 | attached 1 following told 5/0/0 present last 4 open [4] <- nextFrame
  waits | attached 1 following told 5/0/0 present last 4 open [4] <- nextLogged
  resumed 4 | attached 1 following told 5/0/0 present last 4 open [4] <- nextResumed
  - | attached 1 following told 5/0/0 present last 6 open [4,6] <- acceptNext
  Request 0 does not come after request 4. | attached 1 following told 5/0/0 present last 4 open \
  [4] <- acceptAgain
  More than 0 requests wait for their answers. | attached 1 following told 5/0/0 present last 4 \
  open [4] <- acceptTooMany
  - | attached 1 following told 5/0/0 present last 4 open [] <- answered
  request 1 | attached 1 following told 5/0/0 present last 4 open [4] own 1 <- nextOwnRequest
  request 1 | attached 1 following told 5/0/0 present last 4 open [4] own 1 pinged <- ping
  nothing | attached 1 following told 5/0/0 present last 4 open [4] <- fiveSeconds
  ping | attached 1 following told 5/0/0 present last 4 open [4] <- oneInterval stall
  Nothing was heard for 37500 milliseconds. | attached 1 following told 5/0/0 present last 4 open \
  [4] <- silence
  - | attached 1 awaiting 5 told 7/0/0 present last 4 open [4] <- awaitSnapshot
  The certificate that opened this connection has expired. Connect with the newest one. | attached \
  1 following told 5/0/0 present last 4 open [4] <- expiry
  """,
  .leaving: """
  - | leaving until 5000 <- welcome beginAttach attach follow lag tell tellPresence tellDrag feed \
  nextFrame nextLogged nextResumed answered awaitSnapshot awaitCertificate
  none | leaving until 5000 <- detach
  - | leaving until 7000 <- leave
  - | leaving until 5000 outgrown <- outgrow
  - | leaving until 5000 last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | leaving until 5000 <- acceptAgain
  More than 0 requests wait for their answers. | leaving until 5000 <- acceptTooMany
  request 1 | leaving until 5000 own 1 <- nextOwnRequest
  request 1 | leaving until 5000 own 1 pinged <- ping
  finish | leaving until 5000 <- fiveSeconds oneInterval silence stall
  nothing | leaving until 5000 <- expiry
  """,
  .knocking: """
  - | knocking until 5000 <- welcome beginAttach attach follow lag awaitSnapshot tell tellPresence \
  tellDrag answered
  - | certifying <- awaitCertificate
  none | knocking until 5000 <- detach
  - | leaving until 7000 <- leave
  - | knocking until 5000 outgrown <- outgrow
  - | knocking until 5000 heard 1000 <- feed
  frame 1 | knocking until 5000 <- nextFrame
  waits | knocking until 5000 <- nextLogged
  resumed 4 | knocking until 5000 <- nextResumed
  - | knocking until 5000 last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | knocking until 5000 <- acceptAgain
  More than 0 requests wait for their answers. | knocking until 5000 <- acceptTooMany
  request 1 | knocking until 5000 own 1 <- nextOwnRequest
  request 1 | knocking until 5000 own 1 pinged <- ping
  No complete JOIN or RENEW within 5000 milliseconds. | knocking until 5000 <- fiveSeconds \
  oneInterval silence stall
  nothing | knocking until 5000 <- expiry
  """,
  .certifying: """
  - | certifying <- welcome awaitCertificate beginAttach attach follow lag awaitSnapshot tell \
  tellPresence tellDrag answered
  none | certifying <- detach
  - | leaving until 7000 <- leave
  - | certifying outgrown <- outgrow
  - | certifying heard 1000 <- feed
  frame 1 | certifying <- nextFrame
  waits | certifying <- nextLogged
  resumed 4 | certifying <- nextResumed
  - | certifying last 6 open [6] <- acceptNext
  Request 0 does not come after request 0. | certifying <- acceptAgain
  More than 0 requests wait for their answers. | certifying <- acceptTooMany
  request 1 | certifying own 1 <- nextOwnRequest
  request 1 | certifying own 1 pinged <- ping
  nothing | certifying <- fiveSeconds oneInterval silence stall expiry
  """,
]
