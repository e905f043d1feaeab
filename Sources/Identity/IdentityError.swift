import COpenSSL
import Glibc

/// Why an identity cannot be made, read or used: what happened, to which file, and what to do.
public struct IdentityError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Kind: Equatable, Sendable {
    /// A name or URI that is none of ours.
    case malformedName
    case missing
    /// Others than the owner may read a private key, or change the folder.
    case permissions
    case expired
    /// A certificate and its private key do not belong together.
    case keyMismatch
    /// A certificate that the authority beside it has not signed.
    case foreignCertificate
    /// A file that is not what its name says.
    case malformedFile
    /// Something is there that would be overwritten.
    case occupied
    /// The folder serves windows only: it holds no coordinator or no authority.
    case windowOnly
    /// The operating system refused.
    case system
    /// OpenSSL refused.
    case cryptography
  }

  public let kind: Kind
  public let description: String

  init(kind: Kind, detail: String) {
    self.kind = kind
    self.description = detail
  }

  /// `errno` as the system call `action` on `path` left it.
  static func system(_ action: String, _ path: String, _ code: CInt = errno) -> IdentityError {
    IdentityError(
      kind: .system, detail: "cannot \(action) \(path): \(String(cString: strerror(code)))")
  }

  /// What OpenSSL's error queue holds about making or reading `what`.
  static func openSSL(_ what: String, kind: Kind = .cryptography) -> IdentityError {
    let code = ERR_peek_last_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
    ERR_clear_error()
    return IdentityError(kind: kind, detail: "\(what) cannot be used: \(reason)")
  }
}
