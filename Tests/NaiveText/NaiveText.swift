public import BoardModel

/// The reference for `Text`: one element for each scalar, every rule in its plainest form.
public struct NaiveText: Sendable {
  public struct Element: Equatable, Sendable {
    public let identity: TextIdentity
    public let scalar: Unicode.Scalar
    public var deleted: Bool
  }

  public var elements: [Element] = []

  public init() {}

  public var string: String {
    var scalars = String.UnicodeScalarView()
    for element in elements where !element.deleted { scalars.append(element.scalar) }
    return String(scalars)
  }

  /// - Parameters:
  ///   - offset: of the first scalar that the splice types.
  ///   - right: what its first insertion stands left of, where the text has it.
  /// - Returns: false, and nothing happened, where the splice names text that never was.
  public mutating func apply(
    _ splice: Splice, by operation: OperationID, offset: UInt32 = 0,
    leftOf right: TextIdentity? = nil
  ) -> Bool {
    var copy = self
    for range in splice.deletions {
      for offset in 0..<range.count {
        let identity = TextIdentity(
          operation: range.start.operation, offset: range.start.offset + offset)
        guard let index = copy.index(of: identity) else { return false }
        copy.elements[index].deleted = true
      }
    }
    var next = offset
    for (number, insertion) in splice.insertions.enumerated() where !insertion.text.isEmpty {
      var index = 0
      if number == 0, let found = right.flatMap({ copy.index(of: $0) }) {
        index = found
      } else if let left = insertion.after {
        guard let found = copy.index(of: left) else { return false }
        index = found + 1
      }
      for scalar in insertion.text.unicodeScalars {
        copy.elements.insert(
          Element(
            identity: TextIdentity(operation: operation, offset: next), scalar: scalar,
            deleted: false), at: index)
        index += 1
        next += 1
      }
    }
    self = copy
    return true
  }

  private func index(of identity: TextIdentity) -> Int? {
    elements.firstIndex { $0.identity == identity }
  }
}

extension Text {
  /// Every scalar with its identity, as the reference keeps them.
  public var elements: [NaiveText.Element] {
    runs.flatMap { run in
      run.scalars.indices.map {
        NaiveText.Element(
          identity: run.identity(at: $0), scalar: run.scalars[$0], deleted: run.deleted)
      }
    }
  }
}
