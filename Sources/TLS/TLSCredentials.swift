import Glibc

/// This side's certificate and private key, and the authority it trusts, all as PEM bytes.
public struct TLSCredentials: Sendable {
  /// This side's certificate, followed by any intermediate certificates.
  public let certificateChain: [UInt8]
  public let privateKey: [UInt8]
  /// The one authority whose certificates are accepted.
  public let authority: [UInt8]

  public init(certificateChain: [UInt8], privateKey: [UInt8], authority: [UInt8]) {
    self.certificateChain = certificateChain
    self.privateKey = privateKey
    self.authority = authority
  }

  /// Reads three PEM files. Throws `TLSError` of kind `configuration` that names the file.
  public init(certificateChainFile: String, privateKeyFile: String, authorityFile: String) throws {
    self.init(
      certificateChain: try Self.read(certificateChainFile),
      privateKey: try Self.read(privateKeyFile),
      authority: try Self.read(authorityFile))
  }

  private static func read(_ path: String) throws -> [UInt8] {
    func failure() -> TLSError {
      TLSError(
        kind: .configuration, detail: "cannot read \(path): \(String(cString: strerror(errno)))")
    }
    guard let file = fopen(path, "re") else { throw failure() }
    defer { fclose(file) }
    // A key or a chain is a few KiB. A larger file is cut here and then refused as PEM.
    let bytes = [UInt8](unsafeUninitializedCapacity: 256 * 1024) { room, count in
      count = fread(room.baseAddress, 1, room.count, file)
    }
    guard ferror(file) == 0 else { throw failure() }
    return bytes
  }
}
