/// The list of application protocol names as TLS carries it: each name after its length in one
/// byte (RFC 7301, 3.1).
enum ALPN {
  static func encode(_ protocols: [String]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for name in protocols {
      guard (1...255).contains(name.utf8.count) else {
        throw TLSError(
          kind: .configuration,
          detail: "application protocol \(name.debugDescription) is not 1 to 255 bytes long")
      }
      bytes.append(UInt8(name.utf8.count))
      bytes.append(contentsOf: name.utf8)
    }
    guard !bytes.isEmpty else {
      throw TLSError(kind: .configuration, detail: "no application protocol is given")
    }
    return bytes
  }

  /// The names in `list`, up to the first that is cut short.
  static func split(_ list: UnsafeBufferPointer<UInt8>) -> [Slice<UnsafeBufferPointer<UInt8>>] {
    var names: [Slice<UnsafeBufferPointer<UInt8>>] = []
    var rest = list[...]
    while let count = rest.first, rest.count > Int(count) {
      rest = rest.dropFirst()
      names.append(rest.prefix(Int(count)))
      rest = rest.dropFirst(Int(count))
    }
    return names
  }
}
