public import TLS

/// The files of an identity that the suite is given: `authority.pem`, `user.pem` and `user.key`.
public enum IdentityFiles {
  /// - Throws: `HarnessFault` naming the file that cannot be read.
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

/// What surrounds the coordinator is not as the suite needs it; that says nothing of the
/// coordinator.
public struct HarnessFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
