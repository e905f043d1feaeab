import COpenSSL
import Glibc

/// The validity period of a certificate beside this machine's time, in words for a person.
struct CertificateTimes {
  /// The first and the last second of the validity period and the present, in seconds since 1970.
  private let from: Int
  private let until: Int
  private let now: Int

  init(from: Int, until: Int, now: Int) {
    self.from = from
    self.until = until
    self.now = now
  }

  /// Reads the dates of a certificate; nil where OpenSSL cannot.
  init?(_ certificate: OpaquePointer?, now: Int = time(nil)) {
    guard let certificate, let dates = PeerCertificate(certificate) else { return nil }
    self.init(from: dates.notBefore, until: dates.notAfter, now: now)
  }

  /// A clause that says what is wrong with the other side's certificate.
  var ofPeer: String {
    if now < from {
      "the clocks of the two machines differ: here it is \(Self.text(now)), and the other side's "
        + "certificate begins at \(Self.text(from)); set the clock that is wrong"
    } else {
      "here it is \(Self.text(now)), and the other side's certificate ended at "
        + "\(Self.text(until)); set this machine's clock if it is wrong, else the other side needs "
        + "a new certificate: \(Self.ways)"
    }
  }

  /// A clause about this side's certificate, which the other side refused for its time. The alert
  /// does not say what time it is on the other side.
  var ofOwn: String {
    let span = "from \(Self.text(from)) to \(Self.text(until))"
    if now < from || now > until {
      return "this side's certificate is valid \(span), and here it is \(Self.text(now)); set this "
        + "machine's clock if it is wrong, else this side needs a new certificate: \(Self.ways)"
    }
    return "the clocks of the two machines differ: here it is \(Self.text(now)), this side's "
      + "certificate is valid \(span), and there it is not; set the clock that is wrong"
  }

  private static let ways =
    "a coordinator makes itself one when it is started, and so does a device that was away for less than a "
    + "month; a later one joins again by a new invitation"

  /// The local time with its offset from UTC, as in `2026-01-31 08:00:00 +0100`.
  private static func text(_ seconds: Int) -> String {
    var seconds = seconds
    var parts = tm()
    localtime_r(&seconds, &parts)
    var room = [CChar](repeating: 0, count: 64)
    let count = strftime(&room, room.count, "%Y-%m-%d %H:%M:%S %z", &parts)
    return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
