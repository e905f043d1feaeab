/// Scalars one after the other, in a byte each while none is above U+00FF: most texts take a quarter so.
struct PackedScalars: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case bytes([UInt8])
    /// At least one of them is above U+00FF.
    case scalars([Unicode.Scalar])
  }

  private var storage = Storage.bytes([])

  init() {}

  private init(_ scalars: ArraySlice<Unicode.Scalar>) {
    storage =
      Self.areBytes(scalars)
      ? .bytes(scalars.map { UInt8(truncatingIfNeeded: $0.value) }) : .scalars(Array(scalars))
  }

  private static func areBytes(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.allSatisfy { $0.value <= 0xFF }
  }

  var count: Int {
    switch storage {
    case .bytes(let bytes): bytes.count
    case .scalars(let scalars): scalars.count
    }
  }

  var isEmpty: Bool { count == 0 }

  subscript(range: Range<Int>) -> ArraySlice<Unicode.Scalar> {
    switch storage {
    case .bytes(let bytes): bytes[range].map { Unicode.Scalar($0) }[...]
    case .scalars(let scalars): scalars[range]
    }
  }

  /// The scalars from a position on, `most` of them at most.
  func some(_ most: Int, from position: Int) -> ArraySlice<Unicode.Scalar> {
    let start = min(position, count)
    return self[start..<min(start + most, count)]
  }

  /// The scalars of a range, with no memory kept for the others.
  func part(_ range: Range<Int>) -> PackedScalars {
    switch storage {
    case .bytes(let bytes):
      var part = PackedScalars()
      part.storage = .bytes(Array(bytes[range]))
      return part
    case .scalars(let scalars): return PackedScalars(scalars[range])
    }
  }

  mutating func insert(contentsOf new: ArraySlice<Unicode.Scalar>, at position: Int) {
    // Nobody else may hold what is changed in place.
    let old = storage
    storage = .bytes([])
    switch consume old {
    case .bytes(var bytes) where Self.areBytes(new):
      bytes.insert(
        contentsOf: new.lazy.map { UInt8(truncatingIfNeeded: $0.value) }, at: position)
      storage = .bytes(bytes)
    case .bytes(let bytes):
      var scalars = bytes.map { Unicode.Scalar($0) }
      scalars.insert(contentsOf: new, at: position)
      storage = .scalars(scalars)
    case .scalars(var scalars):
      scalars.insert(contentsOf: new, at: position)
      storage = .scalars(scalars)
    }
  }
}
