import BoardModel
@testable import Coordination
import Wire

// Of a coordinator, all that decides what it does next. Left out are: when peers were heard last
// and when it last looked at that (no time passes that would matter), reads (they are answered at
// once), and what boards hold, which follows from the log and from the groups
// under way. The index of windows follows from the sessions; nobody makes reservations or loads what
// is carried here.
extension Coordinator {
  func hash(into hasher: inout Hasher, now: UInt64, rank: (ConnectionID?) -> Int) {
    switch life {
    case .opening: hasher.combine(0)
    case .serving: hasher.combine(1)
    case .draining(let deadline, let goodbye):
      hasher.combine(ahead(deadline, of: now))
      hasher.combine(goodbye)
    case .stopped: hasher.combine(2)
    }
    for (id, connection) in connections.sorted(by: { $0.key < $1.key }) {
      hasher.combine(rank(id))
      connection.hash(into: &hasher)
    }
    for (id, session) in sessions.byID.sorted(by: { $0.key < $1.key }) {
      hasher.combine(id)
      hasher.combine(session.record)
      hasher.combine(session.durable)
      hasher.combine(rank(session.route))
      hasher.combine(session.known)
    }
    hasher.combine(sessions.forgotten[Names.board])
    hasher.combine(sessions.forgotten.unwritten)
    boards.resident(Names.board)?.hash(into: &hasher, rank: rank)
    if case .reloading(let waiting) = boards[Names.board] {
      for one in waiting {
        hasher.combine(rank(one.connection))
        hasher.combine(one.request)
      }
    }
    presence.rolls[Names.board]?.hash(into: &hasher, now: now)
    commits.inFlight?.hash(into: &hasher, rank: rank)
    hasher.combine(commits.inFlight == nil)
    commits.gathering.hash(into: &hasher, rank: rank)
    hasher.combine(sessions.unsaved)
    hasher.combine(commits.unsavedRemovals)
    hasher.combine(presence.untold)
    for (session, probe) in openings.probes.sorted(by: { $0.key < $1.key }) {
      hasher.combine(session)
      probe.hash(into: &hasher, now: now, rank: rank)
    }
    for (session, watching) in openings.watchers.bySession.sorted(by: { $0.key < $1.key }) {
      hasher.combine(session)
      hasher.combine(watching.map { rank($0) })
    }
    hasher.combine(drags)
    hasher.combine(sessions.lastEnd)
    hasher.combine(sessions.endsToTell)
    hasher.combine(ahead(clock.nextWake, of: now))
    hasher.combine(ahead(clock.nextTick, of: now))
  }
}

extension Connection {
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(author)
    switch phase {
    case .greeting: hasher.combine(0)
    case .ready(.none): hasher.combine(1)
    case .ready(.attaching(let session)):
      hasher.combine(2)
      hasher.combine(session)
    case .ready(.attached(let window)):
      hasher.combine(3)
      hasher.combine(window.session)
      hasher.combine(window.epoch)
      hasher.combine(window.dragTold)
      hasher.combine(window.told)
      hasher.combine(window.presenceTold)
      switch window.subscription {
      case .following: hasher.combine(0)
      case .lagging: hasher.combine(1)
      case .replaying(let next, _):
        hasher.combine(2)
        hasher.combine(next)
      case .fetching(let stream):
        hasher.combine(3)
        hasher.combine(stream.request)
        hasher.combine(stream.image.sequence)
        hasher.combine(stream.sent)
      case .awaiting(let request):
        hasher.combine(4)
        hasher.combine(request)
      }
    case .leaving: hasher.combine(4)
    case .knocking: hasher.combine(5)
    case .certifying: hasher.combine(6)
    }
    hasher.combine(lastRequest)
    hasher.combine(openRequests)
    hasher.combine(pinged)
    hasher.combine(lastOwnRequest)
    hasher.combine(outbox.unsent)
    hasher.combine(features)
    hasher.combine(isOutgrown)
  }
}

extension Probe {
  fileprivate func hash(
    into hasher: inout Hasher, now: UInt64, rank: (ConnectionID?) -> Int
  ) {
    hasher.combine(rank(incumbent))
    hasher.combine(nonce)
    hasher.combine(ahead(deadline, of: now))
    hasher.combine(challengers.count)
    for challenger in challengers {
      hasher.combine(rank(challenger.connection))
      hasher.combine(challenger.request)
      if case .attachWindow(let window) = challenger.message { hasher.combine(window) }
    }
  }
}

extension LoadedBoard {
  fileprivate func hash(into hasher: inout Hasher, rank: (ConnectionID?) -> Int) {
    hasher.combine(tip.sequence)
    hasher.combine(durable.sequence)
    hasher.combine(firstRecent)
    hasher.combine(images.newest?.sequence)
    hasher.combine(images.pinned)
    hasher.combine(images.unstored?.sequence)
    hasher.combine(images.stored)
    hasher.combine(subscribers.count)
    for id in subscribers { hasher.combine(rank(id)) }
  }
}

extension PresenceRoll {
  fileprivate func hash(into hasher: inout Hasher, now: UInt64) {
    hasher.combine(newest)
    hasher.combine(ahead(round.toldAt.map { $0 + Limits.presencePauseMilliseconds }, of: now))
    for entry in entries.values.sorted(by: { $0.change < $1.change }) {
      hasher.combine(entry.session)
      hasher.combine(entry.author)
      hasher.combine(entry.state)
      hasher.combine(entry.change)
    }
  }
}

extension CommitBatch {
  fileprivate func hash(into hasher: inout Hasher, rank: (ConnectionID?) -> Int) {
    for id in order {
      for operation in boards[id]?.operations ?? [] { hasher.combine(operation.bytes) }
    }
    hasher.combine(sessions)
    hasher.combine(removedSessions)
    hasher.combine(records)
    hasher.combine(forgottenEpochs)
    hasher.combine(answers.count)
    for answer in answers {
      hasher.combine(rank(answer.address?.connection))
      hasher.combine(answer.address?.request)
      switch answer {
      case .outcome(_, _, let stored): hasher.combine(stored)
      case .attached(_, _, _, let attach): hasher.combine(attach)
      case .detached: hasher.combine(0)
      case .windowEnded: hasher.combine(1)
      case .windowEnd(_, let end): hasher.combine(end)
      case .users(_, _, let user): hasher.combine(user)
      case .content(_, _, _, _, let frames): hasher.combine(frames)
      case .snapshot(_, _, _, let image): hasher.combine(image.sequence)
      case .certificate(_, _, let certificate): hasher.combine(certificate)
      case .admitted(_, _, let expires): hasher.combine(expires)
      case .deviceRevoked: hasher.combine(2)
      case .administered(_, let answer): hasher.combine(answer)
      case .edited: hasher.combine(3)
      }
    }
  }
}
