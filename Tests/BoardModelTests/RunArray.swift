@testable import BoardModel

/// The reference for how a text is kept: runs in an array, through which every edit goes from one end
/// to the other. `NaiveText` is the reference for what it means.
struct RunArray {
  /// In the order of the text; neighbours that could be one run are one run.
  var runs: [Run]
  /// Scalars that are not deleted.
  var visibleCount: Int
  /// All scalars, deleted ones included.
  var totalCount: Int

  init() {
    runs = []
    visibleCount = 0
    totalCount = 0
  }

  /// Adds a run at the end: how a text is read back from its bytes.
  mutating func append(_ run: Run) {
    guard !run.scalars.isEmpty else { return }
    totalCount += run.scalars.count
    if !run.deleted { visibleCount += run.scalars.count }
    if let last = runs.indices.last, runs[last].absorb(run) { return }
    runs.append(run)
  }

  var string: String {
    var scalars = String.UnicodeScalarView()
    for run in runs where !run.deleted { scalars.append(contentsOf: run.scalars) }
    return String(scalars)
  }

  /// The identity of the visible scalar at `position`, counted in scalars.
  func identity(at position: Int) -> TextIdentity? {
    var remaining = position
    guard remaining >= 0 else { return nil }
    for run in runs where !run.deleted {
      if remaining < run.scalars.count { return run.identity(at: remaining) }
      remaining -= run.scalars.count
    }
    return nil
  }

  /// How many visible scalars stand left of `identity`'s place and, if it is visible, itself:
  /// the caret position right of it. `nil` where the text never had it.
  func position(rightOf identity: TextIdentity) -> Int? {
    var visible = 0
    for run in runs {
      if let index = run.index(of: identity) {
        return run.deleted ? visible : visible + index + 1
      }
      if !run.deleted { visible += run.scalars.count }
    }
    return nil
  }

  func contains(_ identity: TextIdentity) -> Bool { locate(identity) != nil }

  /// The runs as every replica must cut them, however its text came about: from left to right,
  /// each run as long as it can be (SPEC.md TXT-006). Digests and snapshots use these.
  var canonicalRuns: [Run] {
    var result: [Run] = []
    for var run in runs {
      guard let last = result.indices.last else {
        result.append(run)
        continue
      }
      if result[last].absorb(run) { continue }
      if run.step == .offset, run.scalars.count > 1, result[last].absorb(run.prefix(1)) {
        run = run.dropping(1)
      }
      result.append(run)
    }
    return result
  }
}

extension RunArray {
  /// Scalars that stand together and whose identities follow from the first.
  struct Run: Hashable {
    typealias Step = TextRun.Step

    let start: TextIdentity
    /// `offset` in a run of one scalar, so that a run has one form.
    var step: Step
    var scalars: [Unicode.Scalar]
    /// Deleted scalars keep their place, so that what stands right of them still does.
    var deleted: Bool

    init(start: TextIdentity, step: Step, scalars: [Unicode.Scalar], deleted: Bool) {
      self.start = start
      self.step = scalars.count > 1 ? step : .offset
      self.scalars = scalars
      self.deleted = deleted
    }

    func identity(at index: Int) -> TextIdentity { identity(at: index, by: step) }

    private func identity(at index: Int, by step: Step) -> TextIdentity {
      switch step {
      case .offset:
        return start.advanced(by: index)
      case .operation:
        let first = start.operation
        let id = OperationID(
          session: first.session, epoch: first.epoch,
          counter: first.counter &+ UInt64(truncatingIfNeeded: index))
        return TextIdentity(operation: id, offset: start.offset)
      }
    }

    /// Where `identity` stands in this run.
    func index(of identity: TextIdentity) -> Int? {
      let first = start.operation
      switch step {
      case .offset:
        guard identity.operation == first, identity.offset >= start.offset else { return nil }
        let distance = Int(identity.offset - start.offset)
        return distance < scalars.count ? distance : nil
      case .operation:
        guard identity.offset == start.offset, identity.operation.session == first.session,
          identity.operation.epoch == first.epoch, identity.operation.counter >= first.counter
        else { return nil }
        let distance = identity.operation.counter - first.counter
        return distance < UInt64(scalars.count) ? Int(distance) : nil
      }
    }

    /// Makes `next` part of this run if its identities continue this run's.
    mutating func absorb(_ next: Run) -> Bool {
      guard deleted == next.deleted else { return false }
      for candidate in [Step.offset, .operation] {
        guard scalars.count == 1 || step == candidate,
          next.scalars.count == 1 || next.step == candidate
        else { continue }
        guard identity(at: scalars.count, by: candidate) == next.start,
          candidate == .offset ? next.start.offset > 0 : start.offset == 0
        else { continue }
        step = candidate
        scalars.append(contentsOf: next.scalars)
        return true
      }
      return false
    }

    mutating func truncate(to count: Int) {
      scalars.removeSubrange(count...)
      if count == 1 { step = .offset }
    }

    func prefix(_ count: Int) -> Run { slice(0..<count) }

    /// The rest of the run after its first `count` scalars, of which there are more.
    func dropping(_ count: Int) -> Run { slice(count..<scalars.count) }

    func slice(_ part: Range<Int>) -> Run {
      Run(
        start: identity(at: part.lowerBound), step: step, scalars: Array(scalars[part]),
        deleted: deleted)
    }
  }
}
