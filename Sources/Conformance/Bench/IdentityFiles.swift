public import TLS

/// Reads an identity that the suite is given as files: `authority.pem`, `user.pem` and `user.key`.
public enum IdentityFiles {
  /// - Throws: `HarnessFault` that names the file which cannot be read.
  public static func load(_ folder: String) throws -> TLSCredentials {
    do {
      return try TLSCredentials(
        certificateChainFile: "\(folder)/user.pem", privateKeyFile: "\(folder)/user.key",
        authorityFile: "\(folder)/authority.pem")
    } catch let error as TLSError {
      throw HarnessFault("\(error); an identity folder holds user.pem, user.key, authority.pem")
    }
  }
}

/// Something outside the coordinator, such as the suite's own files, is not as the suite needs it.
/// It says nothing about the coordinator.
public struct HarnessFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
