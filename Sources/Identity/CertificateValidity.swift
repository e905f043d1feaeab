import COpenSSL
import Glibc

/// The validity period of a certificate, in seconds since 1970.
public struct Validity: Equatable, Sendable {
  public let from: Int
  public let to: Int

  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }

  /// A period from 1970 until ten years after `now` or the start of 2026, whichever is later. It
  /// begins in 1970 so that a certificate made by a clock that is ahead is valid at once; nobody
  /// gains by a certificate that is valid before it was made.
  public static func tenYears(now: Int = SystemClock.seconds) -> Validity {
    Validity(from: 0, to: max(now, Self.programMade) + 3653 * 86400)
  }

  /// The start of 2026 (UTC), in seconds since 1970: a clock that shows an earlier time is wrong.
  private static let programMade = 1_767_225_600
}

/// This machine's clock, the default wherever a function takes the present as an argument.
public enum SystemClock {
  /// The present, in seconds since 1970.
  public static var seconds: Int { time(nil) }
}

extension Certificate {
  /// Whether `now`, in seconds since 1970, lies within the certificate's validity period.
  func isValid(at now: Int) -> Bool {
    var now = now
    return X509_cmp_time(X509_get0_notBefore(pointer), &now) < 0
      && X509_cmp_time(X509_get0_notAfter(pointer), &now) > 0
  }
}
