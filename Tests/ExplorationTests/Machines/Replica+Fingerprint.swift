import BoardModel
@testable import WindowSync
import Wire

// Of a replica, all that decides what it does next. Left out are words for people, the estimate of
// the coordinator's clock, when the peer was heard last (no time passes that would matter), and
// boards: what they hold follows from their sequence number and what is pending.
extension Replica {
  func hash(into hasher: inout Hasher, now: UInt64) {
    hash(link, into: &hasher, now)
    hasher.combine(session)
    copy.hash(into: &hasher, now: now)
    outgoing.hash(into: &hasher, now: now)
    hasher.combine(others)
    hasher.combine(standing)
    hasher.combine(statePublisher)
    hasher.combine(dragging)
    presence.publisher.hash(into: &hasher, now: now)
    hasher.combine(soon(wakeTime.scheduled, of: now))
  }

  private func hash(_ link: DialedLink<ReplicaLink>, into hasher: inout Hasher, _ now: UInt64) {
    hasher.combine(ahead(link.earliestDial, of: now))
    switch link.state {
    case .idle: hasher.combine(0)
    case .waiting(let until, let attempt):
      hasher.combine(1)
      hasher.combine(ahead(until, of: now))
      // More failures than that make no difference.
      hasher.combine(min(attempt, 6))
    case .dialing(let attempt):
      hasher.combine(2)
      hasher.combine(min(attempt, 6))
    case .linked(let phase, let attempt):
      hasher.combine(3)
      link.conversation.value?.hash(into: &hasher, now)
      hash(phase, into: &hasher, now)
      hasher.combine(min(attempt, 6))
    case .closing(let aftermath):
      hasher.combine(4)
      hasher.combine(aftermath)
    case .ended(let end):
      hasher.combine(5)
      hasher.combine(end)
    }
  }

  private func hash(_ phase: Phase, into hasher: inout Hasher, _ now: UInt64) {
    switch phase {
    case .leaving(let close, let deadline):
      hasher.combine(close)
      hasher.combine(ahead(deadline, of: now))
    case .detaching(let detachment, let deadline):
      hasher.combine(detachment)
      hasher.combine(ahead(deadline, of: now))
    case .greeting, .welcomed, .attaching, .catchingUp, .inquiring, .carrying, .live:
      hasher.combine(phase)
    }
  }
}

extension Conversation<ReplicaRequest> {
  fileprivate func hash(into hasher: inout Hasher, _ now: UInt64) {
    hasher.combine(welcome == nil)
    if welcome?.keepaliveMilliseconds ?? 0 < UInt32(clamping: farAhead) {
      hasher.combine(now - lastSent)
      hasher.combine(now - lastHeard)
    }
    hasher.combine(lastRequest)
    hasher.combine(lastPeerRequest)
    for request in open {
      hasher.combine(request.number)
      hasher.combine(request.type.rawValue)
      hasher.combine(request.request)
    }
  }
}

extension BoardCopy {
  fileprivate func hash(into hasher: inout Hasher, now: UInt64) {
    hasher.combine(confirmed.read { $0.sequence })
    hasher.combine(hasVisible)
    hasher.combine(isStale)
    hasher.combine(shownThrough)
    hasher.combine(ownThrough)
    hasher.combine(ownRuns)
    hasher.combine(attached)
    hasher.combine(divergences)
    hasher.combine(fault)
    hasher.combine(saving.saved)
    hasher.combine(ahead(saving.due, of: now))
  }
}

extension OutgoingEdits {
  fileprivate func hash(into hasher: inout Hasher, now: UInt64) {
    hasher.combine(writing)
    switch submitting {
    case .flowing: hasher.combine(0)
    case .holding(let until, let attempt, _):
      hasher.combine(ahead(until, of: now))
      hasher.combine(min(attempt, 10))
    }
    hasher.combine(queue)
    hasher.combine(nextCounter)
    hasher.combine(acknowledging.counter)
    hasher.combine(acknowledging.told)
    hasher.combine(ahead(acknowledging.due, of: now))
  }
}

extension PresencePublisher {
  fileprivate func hash(into hasher: inout Hasher, now: UInt64) {
    hasher.combine(wanted)
    hasher.combine(told)
    hasher.combine(ahead(earliest, of: now))
    hasher.combine(ahead(due, of: now))
  }
}
