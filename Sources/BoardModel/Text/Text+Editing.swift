// How a text changes.
extension Text {
  /// Inserts scalars with the identities `start`, `start + 1`, … right of `left`.
  /// - Returns: false, and nothing happened, if the text never had `left`, or has one of the
  ///   identities.
  mutating func insert(
    _ scalars: [Unicode.Scalar], start: TextIdentity, after left: TextIdentity?
  ) -> Bool {
    guard !scalars.isEmpty else { return true }
    var place = Place(leaf: 0, position: 0)
    if let left {
      guard let found = locate(left) else { return false }
      place = Place(leaf: found.leaf, position: found.position + 1)
    }
    return type(scalars, start: start, at: place)
  }

  /// Inserts scalars with the identities `start`, `start + 1`, … left of `right`.
  /// - Returns: false, and nothing happened, if the text never had `right`, or has one of the
  ///   identities.
  mutating func insert(
    _ scalars: [Unicode.Scalar], start: TextIdentity, leftOf right: TextIdentity
  ) -> Bool {
    guard let found = locate(right) else { return false }
    guard !scalars.isEmpty else { return true }
    return type(scalars, start: start, at: Place(leaf: found.leaf, position: found.position))
  }

  /// Deletes what is still visible of `ranges`, which may overlap.
  /// - Returns: the parts that were visible until now, from left to right, or nil, and nothing
  ///   happened, if the text never had all of them.
  mutating func delete(_ ranges: [TextRange]) -> [TextRange]? {
    delete(ranges, passingOver: false)
  }

  /// Whether the text has all scalars of `ranges`, deleted or not.
  func holds(_ ranges: [TextRange]) -> Bool {
    let wanted = TextRanges(ranges, of: writers)
    var looked = 0
    return !wanted.hasStrangers && size(of: wanted, &looked).keys == wanted.count
  }

  /// Deletes what the text has of `ranges` and is still visible.
  /// - Returns: the parts that were visible until now, from left to right.
  @discardableResult
  mutating func deleteHeld(_ ranges: [TextRange]) -> [TextRange] {
    delete(ranges, passingOver: true) ?? []
  }

  /// - Parameter passingOver: whether scalars that the text never had do not matter.
  private mutating func delete(_ ranges: [TextRange], passingOver: Bool) -> [TextRange]? {
    let wanted = TextRanges(ranges, of: writers)
    guard passingOver || !wanted.hasStrangers else { return nil }
    if let deleted = deleteStretch(wanted) { return joined(deleted) }
    var looked = 0
    let held = leaves(holding: wanted, deleted: false, &looked)
    noteVisits(looked)
    guard passingOver || held.size.keys == wanted.count else { return nil }
    var deleted: [PackedRun] = []
    for number in held.numbers { deleted += delete(wanted, in: number, isNoted: false) }
    return joined(deleted)
  }

  private func joined(_ runs: [PackedRun]) -> [TextRange] {
    var ranges: [TextRange] = []
    for run in runs { ranges.appendJoining(run, of: writers) }
    return ranges
  }

  /// Types the scalars of `ranges` that are deleted once more, under the identities `start`,
  /// `start + 1`, … from left to right: each longest stretch of them with nothing between directly
  /// left of where it stood. The result does not depend on how the text is cut into runs.
  /// - Returns: the number of scalars typed; nil, and nothing happened, if the text has one of the
  ///   identities.
  mutating func retype(_ ranges: [TextRange], start: TextIdentity) -> Int? {
    var typed = 0
    var places: [(position: Int, typed: Int, scalars: [Unicode.Scalar])] = []
    var looked = 0
    for stretch in deletedStretches(of: ranges, &looked) {
      places.append((stretch.position, typed, stretch.scalars))
      typed += stretch.scalars.count
    }
    noteVisits(looked)
    guard !hasAny(from: start, count: typed) else { return nil }
    // The work goes from the right, so that it does not move the places that are still to come.
    for (position, typed, scalars) in places.reversed() {
      type(scalars, start: start.advanced(by: typed), at: place(atTotal: position))
    }
    return typed
  }

  /// How many scalars of `ranges` are deleted.
  func deletedCount(of ranges: [TextRange]) -> Int {
    var looked = 0
    return Int(size(of: TextRanges(ranges, of: writers), &looked).count(deleted: true))
  }

  /// The longest stretches of deleted scalars of `ranges` with nothing between them, from left to
  /// right, each with the number of scalars left of it.
  private func deletedStretches(
    of ranges: [TextRange], _ visits: inout Int
  ) -> [(position: Int, scalars: [Unicode.Scalar])] {
    let wanted = TextRanges(ranges, of: writers)
    var stretches: [(position: Int, scalars: [Unicode.Scalar])] = []
    for number in leaves(holding: wanted, deleted: true, &visits).numbers {
      let before = start(of: number).total
      read(number) { leaf in
        visits += leaf.runs.count
        var start = 0
        for run in leaf.runs {
          for part in run.deleted ? wanted.parts(of: run) : [] {
            let lower = start + part.lowerBound
            let scalars = leaf.scalars[lower..<(start + part.upperBound)]
            if let last = stretches.last, last.position + last.scalars.count == before + lower {
              stretches[stretches.count - 1].scalars += scalars
            } else {
              stretches.append((before + lower, Array(scalars)))
            }
          }
          start += run.count
        }
      }
    }
    return stretches
  }

  /// - Returns: false, and nothing happened, if the text has one of the identities.
  @discardableResult
  private mutating func type(
    _ scalars: [Unicode.Scalar], start: TextIdentity, at place: Place
  ) -> Bool {
    // Whether a single one is there is found out on the way.
    guard scalars.count == 1 || !hasAny(from: start, count: scalars.count) else { return false }
    let run = PackedRun(
      start: key(adding: start), count: scalars.count, step: .offset, deleted: false)
    guard scalars.count > Text.scalarsAtOnce else {
      return insert(run, scalars[...], at: place)
    }
    let before = self.start(of: place.leaf).total + (place.position ?? 0)
    for start in stride(from: 0, to: scalars.count, by: Text.scalarsAtOnce) {
      let part = start..<min(start + Text.scalarsAtOnce, scalars.count)
      insert(run.slice(part), scalars[part], at: self.place(atTotal: before + start))
    }
    return true
  }
}
