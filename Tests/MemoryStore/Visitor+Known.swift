public import BoardModel
public import Coordination

extension Visitor {
  /// A device whose certificate nobody asks about.
  public static func known(_ author: Author) -> Visitor {
    .device(CertifiedDevice(author: author, notBefore: 1, notAfter: 1 << 40), from: "192.0.2.1")
  }
}
