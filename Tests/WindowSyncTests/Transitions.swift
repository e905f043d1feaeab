/// State, event, next state, effects in order without `wake` and `status`, and the status after it.
/// The timer comes 40 s after what was before, everything else 10 ms.
let transitions = """
  idle start -> dialing: connect | reconnecting
  idle connected -> idle:  | reconnecting
  idle malformed -> idle:  | reconnecting
  idle goodbye -> idle:  | reconnecting
  idle refusal -> idle:  | reconnecting
  idle fence -> idle:  | reconnecting
  idle committed -> idle:  | reconnecting
  idle cut -> idle:  | reconnecting
  idle stranger -> idle:  | reconnecting
  idle edit -> idle: refused | reconnecting
  idle undo -> idle: refused | reconnecting
  idle redo -> idle: refused | reconnecting
  idle stored -> idle:  | reconnecting
  idle storeFailed -> idle:  | reconnecting
  idle identity -> idle:  | reconnecting
  idle carriedOver -> idle:  | reconnecting
  idle history -> idle: historyUnavailable | reconnecting
  idle cardHistory -> idle: historyUnavailable | reconnecting
  idle timer -> idle:  | reconnecting
  idle resumeNow -> idle:  | reconnecting
  idle reclaim -> idle:  | reconnecting
  idle leave -> left: left | stopped
  idle close -> left: left | stopped
  waiting start -> waiting:  | reconnecting
  waiting connected -> waiting:  | reconnecting
  waiting malformed -> waiting:  | reconnecting
  waiting goodbye -> waiting:  | reconnecting
  waiting refusal -> waiting:  | reconnecting
  waiting fence -> waiting:  | reconnecting
  waiting committed -> waiting:  | reconnecting
  waiting cut -> waiting:  | reconnecting
  waiting stranger -> waiting:  | reconnecting
  waiting edit -> waiting: refused | reconnecting
  waiting undo -> waiting: refused | reconnecting
  waiting redo -> waiting: refused | reconnecting
  waiting stored -> waiting:  | reconnecting
  waiting storeFailed -> waiting:  | reconnecting
  waiting identity -> waiting:  | reconnecting
  waiting carriedOver -> waiting:  | reconnecting
  waiting history -> waiting: historyUnavailable | reconnecting
  waiting cardHistory -> waiting: historyUnavailable | reconnecting
  waiting timer -> dialing: connect | reconnecting
  waiting resumeNow -> dialing: connect | reconnecting
  waiting reclaim -> dialing: connect | reconnecting
  waiting leave -> left: left | stopped
  waiting close -> left: left | stopped
  dialing start -> dialing:  | reconnecting
  dialing connected -> greeting: send | reconnecting
  dialing malformed -> dialing:  | reconnecting
  dialing goodbye -> dialing:  | reconnecting
  dialing refusal -> dialing:  | reconnecting
  dialing fence -> dialing:  | reconnecting
  dialing committed -> dialing:  | reconnecting
  dialing cut -> waiting:  | reconnecting
  dialing stranger -> resting: notice standing | stopped
  dialing edit -> dialing: refused | reconnecting
  dialing undo -> dialing: refused | reconnecting
  dialing redo -> dialing: refused | reconnecting
  dialing stored -> dialing:  | reconnecting
  dialing storeFailed -> dialing:  | reconnecting
  dialing identity -> dialing:  | reconnecting
  dialing carriedOver -> dialing:  | reconnecting
  dialing history -> dialing: historyUnavailable | reconnecting
  dialing cardHistory -> dialing: historyUnavailable | reconnecting
  dialing timer -> dialing:  | reconnecting
  dialing resumeNow -> dialing:  | reconnecting
  dialing reclaim -> dialing:  | reconnecting
  dialing leave -> closing: disconnect | stopped
  dialing close -> closing: disconnect | stopped
  greeting start -> greeting:  | reconnecting
  greeting connected -> greeting:  | reconnecting
  greeting malformed -> closing: notice send disconnect | reconnecting
  greeting goodbye -> closing: send disconnect | reconnecting
  greeting refusal -> closing: notice send disconnect standing | stopped
  greeting fence -> greeting:  | reconnecting
  greeting committed -> closing: notice send disconnect | reconnecting
  greeting cut -> waiting:  | reconnecting
  greeting stranger -> resting: notice standing | stopped
  greeting edit -> greeting: refused | reconnecting
  greeting undo -> greeting: refused | reconnecting
  greeting redo -> greeting: refused | reconnecting
  greeting stored -> greeting:  | reconnecting
  greeting storeFailed -> greeting:  | reconnecting
  greeting identity -> greeting:  | reconnecting
  greeting carriedOver -> greeting:  | reconnecting
  greeting history -> greeting: historyUnavailable | reconnecting
  greeting cardHistory -> greeting: historyUnavailable | reconnecting
  greeting timer -> closing: send disconnect | reconnecting
  greeting resumeNow -> greeting:  | reconnecting
  greeting reclaim -> greeting:  | reconnecting
  greeting leave -> closing: send disconnect | stopped
  greeting close -> closing: send disconnect | stopped
  welcomed start -> welcomed:  | not saved 1
  welcomed connected -> welcomed:  | not saved 1
  welcomed malformed -> closing: notice send disconnect | not saved 1
  welcomed goodbye -> closing: send disconnect | not saved 1
  welcomed refusal -> closing: notice send disconnect standing | not saved 1
  welcomed fence -> welcomed:  | not saved 1
  welcomed committed -> welcomed:  | not saved 1
  welcomed cut -> waiting:  | not saved 1
  welcomed stranger -> resting: notice standing | not saved 1
  welcomed edit -> welcomed: persist | keeping 2
  welcomed undo -> welcomed: persist | keeping 2
  welcomed redo -> welcomed: refused | not saved 1
  welcomed stored -> welcomed:  | not saved 1
  welcomed storeFailed -> welcomed:  | not saved 1
  welcomed identity -> attaching: send | not saved 1
  welcomed carriedOver -> welcomed:  | not saved 1
  welcomed history -> welcomed: historyUnavailable | not saved 1
  welcomed cardHistory -> welcomed: historyUnavailable | not saved 1
  welcomed timer -> closing: send disconnect | not saved 1
  welcomed resumeNow -> welcomed:  | not saved 1
  welcomed reclaim -> welcomed:  | not saved 1
  welcomed leave -> closing: send disconnect | not saved 1
  welcomed close -> closing: send disconnect | not saved 1
  attaching start -> attaching:  | reconnecting
  attaching connected -> attaching:  | reconnecting
  attaching malformed -> closing: notice send disconnect | reconnecting
  attaching goodbye -> closing: send disconnect | reconnecting
  attaching refusal -> closing: notice send disconnect standing | stopped
  attaching fence -> closing: notice send disconnect standing | stopped
  attaching committed -> attaching:  | reconnecting
  attaching cut -> waiting:  | reconnecting
  attaching stranger -> resting: notice standing | stopped
  attaching edit -> attaching: refused | reconnecting
  attaching undo -> attaching: refused | reconnecting
  attaching redo -> attaching: refused | reconnecting
  attaching stored -> attaching:  | reconnecting
  attaching storeFailed -> attaching:  | reconnecting
  attaching identity -> attaching:  | reconnecting
  attaching carriedOver -> attaching:  | reconnecting
  attaching history -> attaching: historyUnavailable | reconnecting
  attaching cardHistory -> attaching: historyUnavailable | reconnecting
  attaching timer -> closing: send disconnect | reconnecting
  attaching resumeNow -> attaching:  | reconnecting
  attaching reclaim -> attaching:  | reconnecting
  attaching leave -> closing: send disconnect | stopped
  attaching close -> closing: send disconnect | stopped
  operations start -> operations:  | not saved 1
  operations connected -> operations:  | not saved 1
  operations malformed -> closing: notice send disconnect | not saved 1
  operations goodbye -> closing: send disconnect | not saved 1
  operations refusal -> closing: notice send disconnect standing | not saved 1
  operations fence -> welcomed: notice needsFreshIdentity standing | not saved 1
  operations committed -> live: committed changed send | saving 1
  operations cut -> waiting:  | not saved 1
  operations stranger -> resting: notice standing | not saved 1
  operations edit -> operations: persist | keeping 2
  operations undo -> operations: persist | keeping 2
  operations redo -> operations: refused | not saved 1
  operations stored -> operations:  | not saved 1
  operations storeFailed -> operations:  | not saved 1
  operations identity -> operations:  | not saved 1
  operations carriedOver -> operations:  | not saved 1
  operations history -> operations: send | not saved 1
  operations cardHistory -> operations: send | not saved 1
  operations timer -> closing: send disconnect | not saved 1
  operations resumeNow -> operations:  | not saved 1
  operations reclaim -> operations:  | not saved 1
  operations leave -> closing: send disconnect | not saved 1
  operations close -> closing: send disconnect | not saved 1
  snapshot start -> snapshot:  | reconnecting
  snapshot connected -> snapshot:  | reconnecting
  snapshot malformed -> closing: notice send disconnect | reconnecting
  snapshot goodbye -> closing: send disconnect | reconnecting
  snapshot refusal -> closing: notice send disconnect standing | stopped
  snapshot fence -> closing: notice send disconnect standing | stopped
  snapshot committed -> snapshot:  | reconnecting
  snapshot cut -> waiting:  | reconnecting
  snapshot stranger -> resting: notice standing | stopped
  snapshot edit -> snapshot: refused | reconnecting
  snapshot undo -> snapshot: refused | reconnecting
  snapshot redo -> snapshot: refused | reconnecting
  snapshot stored -> snapshot:  | reconnecting
  snapshot storeFailed -> snapshot:  | reconnecting
  snapshot identity -> snapshot:  | reconnecting
  snapshot carriedOver -> snapshot:  | reconnecting
  snapshot history -> snapshot: historyUnavailable | reconnecting
  snapshot cardHistory -> snapshot: historyUnavailable | reconnecting
  snapshot timer -> closing: send disconnect | reconnecting
  snapshot resumeNow -> snapshot:  | reconnecting
  snapshot reclaim -> snapshot:  | reconnecting
  snapshot leave -> detaching: send | saved
  snapshot close -> detaching: send | saved
  inquiring start -> inquiring:  | not saved 1
  inquiring connected -> inquiring:  | not saved 1
  inquiring malformed -> closing: notice send disconnect | not saved 1
  inquiring goodbye -> closing: send disconnect | not saved 1
  inquiring refusal -> closing: notice send disconnect standing | not saved 1
  inquiring fence -> closing: notice needsFreshIdentity send disconnect | not saved 1
  inquiring committed -> inquiring: committed changed | not saved 1
  inquiring cut -> waiting:  | not saved 1
  inquiring stranger -> resting: notice standing | not saved 1
  inquiring edit -> inquiring: persist | keeping 2
  inquiring undo -> inquiring: persist | keeping 2
  inquiring redo -> inquiring: refused | not saved 1
  inquiring stored -> inquiring:  | not saved 1
  inquiring storeFailed -> inquiring:  | not saved 1
  inquiring identity -> inquiring:  | not saved 1
  inquiring carriedOver -> inquiring:  | not saved 1
  inquiring history -> inquiring: send | not saved 1
  inquiring cardHistory -> inquiring: send | not saved 1
  inquiring timer -> closing: send disconnect | not saved 1
  inquiring resumeNow -> inquiring:  | not saved 1
  inquiring reclaim -> inquiring:  | not saved 1
  inquiring leave -> closing: send disconnect | not saved 1
  inquiring close -> closing: send disconnect | not saved 1
  carrying start -> carrying:  | not saved 1
  carrying connected -> carrying:  | not saved 1
  carrying malformed -> closing: notice send disconnect | not saved 1
  carrying goodbye -> closing: send disconnect | not saved 1
  carrying refusal -> closing: notice send disconnect standing | not saved 1
  carrying fence -> closing: notice needsFreshIdentity send disconnect | not saved 1
  carrying committed -> carrying: committed changed | not saved 1
  carrying cut -> waiting:  | not saved 1
  carrying stranger -> resting: notice standing | not saved 1
  carrying edit -> carrying:  | keeping 2
  carrying undo -> carrying:  | keeping 2
  carrying redo -> carrying: refused | not saved 1
  carrying stored -> carrying:  | not saved 1
  carrying storeFailed -> closing: send disconnect | not saved 1
  carrying identity -> carrying:  | not saved 1
  carrying carriedOver -> live: notice send | saving 1
  carrying history -> carrying: send | not saved 1
  carrying cardHistory -> carrying: send | not saved 1
  carrying timer -> closing: send disconnect | not saved 1
  carrying resumeNow -> carrying:  | not saved 1
  carrying reclaim -> carrying:  | not saved 1
  carrying leave -> closing: send disconnect | not saved 1
  carrying close -> closing: send disconnect | not saved 1
  live start -> live:  | saving 1
  live connected -> live:  | saving 1
  live malformed -> closing: notice send disconnect | not saved 1
  live goodbye -> closing: send disconnect | not saved 1
  live refusal -> closing: notice send disconnect standing | not saved 1
  live fence -> welcomed: notice needsFreshIdentity standing | not saved 1
  live committed -> live: committed changed | saving 1
  live cut -> waiting:  | not saved 1
  live stranger -> resting: notice standing | not saved 1
  live edit -> live: persist | saving 2
  live undo -> live: persist | saving 2
  live redo -> live: refused | saving 1
  live stored -> live:  | saving 1
  live storeFailed -> live:  | saving 1
  live identity -> live:  | saving 1
  live carriedOver -> live:  | saving 1
  live history -> live: send | saving 1
  live cardHistory -> live: send | saving 1
  live timer -> closing: send disconnect | not saved 1
  live resumeNow -> live:  | saving 1
  live reclaim -> live:  | saving 1
  live leave -> leaving:  | saving 1
  live close -> leaving:  | saving 1
  leaving start -> leaving:  | saving 1
  leaving connected -> leaving:  | saving 1
  leaving malformed -> closing: notice send disconnect | not saved 1
  leaving goodbye -> closing: send disconnect | not saved 1
  leaving refusal -> closing: notice send disconnect | not saved 1
  leaving fence -> closing: send disconnect | not saved 1
  leaving committed -> leaving: committed changed | saving 1
  leaving cut -> left: left | not saved 1
  leaving stranger -> left: left | not saved 1
  leaving edit -> leaving: refused | saving 1
  leaving undo -> leaving: refused | saving 1
  leaving redo -> leaving: refused | saving 1
  leaving stored -> leaving:  | saving 1
  leaving storeFailed -> leaving:  | saving 1
  leaving identity -> leaving:  | saving 1
  leaving carriedOver -> leaving:  | saving 1
  leaving history -> leaving: send | saving 1
  leaving cardHistory -> leaving: send | saving 1
  leaving timer -> closing: send disconnect | not saved 1
  leaving resumeNow -> leaving:  | saving 1
  leaving reclaim -> leaving:  | saving 1
  leaving leave -> closing: send disconnect | not saved 1
  leaving close -> closing: send disconnect | not saved 1
  detaching start -> detaching:  | saved
  detaching connected -> detaching:  | saved
  detaching malformed -> closing: notice send disconnect | stopped
  detaching goodbye -> closing: send disconnect | stopped
  detaching refusal -> closing: notice send disconnect | stopped
  detaching fence -> closing: send disconnect | stopped
  detaching committed -> detaching:  | saved
  detaching cut -> left: left | stopped
  detaching stranger -> left: left | stopped
  detaching edit -> detaching: refused | saved
  detaching undo -> detaching: refused | saved
  detaching redo -> detaching: refused | saved
  detaching stored -> detaching:  | saved
  detaching storeFailed -> detaching:  | saved
  detaching identity -> detaching:  | saved
  detaching carriedOver -> detaching:  | saved
  detaching history -> detaching: historyUnavailable | saved
  detaching cardHistory -> detaching: historyUnavailable | saved
  detaching timer -> closing: send disconnect | stopped
  detaching resumeNow -> detaching:  | saved
  detaching reclaim -> detaching:  | saved
  detaching leave -> closing: send disconnect | stopped
  detaching close -> closing: send disconnect | stopped
  closing start -> closing:  | not saved 1
  closing connected -> closing:  | not saved 1
  closing malformed -> closing:  | not saved 1
  closing goodbye -> closing:  | not saved 1
  closing refusal -> closing:  | not saved 1
  closing fence -> closing:  | not saved 1
  closing committed -> closing:  | not saved 1
  closing cut -> waiting:  | not saved 1
  closing stranger -> waiting:  | not saved 1
  closing edit -> closing: persist | keeping 2
  closing undo -> closing: persist | keeping 2
  closing redo -> closing: refused | not saved 1
  closing stored -> closing:  | not saved 1
  closing storeFailed -> closing:  | not saved 1
  closing identity -> closing:  | not saved 1
  closing carriedOver -> closing:  | not saved 1
  closing history -> closing: historyUnavailable | not saved 1
  closing cardHistory -> closing: historyUnavailable | not saved 1
  closing timer -> closing:  | not saved 1
  closing resumeNow -> closing:  | not saved 1
  closing reclaim -> closing:  | not saved 1
  closing leave -> closing:  | not saved 1
  closing close -> closing:  | not saved 1
  resting start -> resting:  | not saved 1
  resting connected -> resting:  | not saved 1
  resting malformed -> resting:  | not saved 1
  resting goodbye -> resting:  | not saved 1
  resting refusal -> resting:  | not saved 1
  resting fence -> resting:  | not saved 1
  resting committed -> resting:  | not saved 1
  resting cut -> resting:  | not saved 1
  resting stranger -> resting:  | not saved 1
  resting edit -> resting: persist | keeping 2
  resting undo -> resting: persist | keeping 2
  resting redo -> resting: refused | not saved 1
  resting stored -> resting:  | not saved 1
  resting storeFailed -> resting:  | not saved 1
  resting identity -> resting:  | not saved 1
  resting carriedOver -> resting:  | not saved 1
  resting history -> resting: historyUnavailable | not saved 1
  resting cardHistory -> resting: historyUnavailable | not saved 1
  resting timer -> resting:  | not saved 1
  resting resumeNow -> dialing: connect standing | not saved 1
  resting reclaim -> dialing: connect standing | not saved 1
  resting leave -> left: left | not saved 1
  resting close -> left: left | not saved 1
  fenced start -> fenced:  | stopped
  fenced connected -> fenced:  | stopped
  fenced malformed -> fenced:  | stopped
  fenced goodbye -> fenced:  | stopped
  fenced refusal -> fenced:  | stopped
  fenced fence -> fenced:  | stopped
  fenced committed -> fenced:  | stopped
  fenced cut -> fenced:  | stopped
  fenced stranger -> fenced:  | stopped
  fenced edit -> fenced: refused | stopped
  fenced undo -> fenced: refused | stopped
  fenced redo -> fenced: refused | stopped
  fenced stored -> fenced:  | stopped
  fenced storeFailed -> fenced:  | stopped
  fenced identity -> fenced:  | stopped
  fenced carriedOver -> fenced:  | stopped
  fenced history -> fenced: historyUnavailable | stopped
  fenced cardHistory -> fenced: historyUnavailable | stopped
  fenced timer -> fenced:  | stopped
  fenced resumeNow -> fenced:  | stopped
  fenced reclaim -> dialing: connect standing | reconnecting
  fenced leave -> left: left | stopped
  fenced close -> left: left | stopped
  left start -> left:  | stopped
  left connected -> left:  | stopped
  left malformed -> left:  | stopped
  left goodbye -> left:  | stopped
  left refusal -> left:  | stopped
  left fence -> left:  | stopped
  left committed -> left:  | stopped
  left cut -> left:  | stopped
  left stranger -> left:  | stopped
  left edit -> left: refused | stopped
  left undo -> left: refused | stopped
  left redo -> left: refused | stopped
  left stored -> left:  | stopped
  left storeFailed -> left:  | stopped
  left identity -> left:  | stopped
  left carriedOver -> left:  | stopped
  left history -> left: historyUnavailable | stopped
  left cardHistory -> left: historyUnavailable | stopped
  left timer -> left:  | stopped
  left resumeNow -> left:  | stopped
  left reclaim -> left:  | stopped
  left leave -> left:  | stopped
  left close -> left:  | stopped
  """
