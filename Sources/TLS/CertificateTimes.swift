import COpenSSL
import Glibc

/// From when until when a certificate is valid, as people read it beside the time it is here.
struct CertificateTimes {
  /// In seconds since 1970.
  private let from: Int
  private let until: Int
  private let now: Int

  init(from: Int, until: Int, now: Int) {
    self.from = from
    self.until = until
    self.now = now
  }

  /// Nil where OpenSSL cannot read the dates.
  init?(_ certificate: OpaquePointer?, now: Int = time(nil)) {
    guard let certificate, let from = Self.seconds(X509_get0_notBefore(certificate)),
      let until = Self.seconds(X509_get0_notAfter(certificate))
    else { return nil }
    self.init(from: from, until: until, now: now)
  }

  /// What is wrong with the other side's certificate.
  var ofPeer: String {
    if now < from {
      "the clocks of the two machines differ: here it is \(Self.text(now)), and the other side's "
        + "certificate begins at \(Self.text(from)); set the clock that is wrong"
    } else {
      "here it is \(Self.text(now)), and the other side's certificate ended at "
        + "\(Self.text(until)); set this machine's clock if it is wrong, else the other side needs "
        + "a new certificate"
    }
  }

  /// What the other side found wrong with this side's certificate: it says that its time is not
  /// now, and not which time it is there.
  var ofOwn: String {
    let span = "from \(Self.text(from)) to \(Self.text(until))"
    if now < from || now > until {
      return "this side's certificate is valid \(span), and here it is \(Self.text(now)); set this "
        + "machine's clock if it is wrong, else this side needs a new certificate"
    }
    return "the clocks of the two machines differ: here it is \(Self.text(now)), this side's "
      + "certificate is valid \(span), and there it is not; set the clock that is wrong"
  }

  private static func seconds(_ date: UnsafePointer<ASN1_TIME>?) -> Int? {
    var parts = tm()
    guard ASN1_TIME_to_tm(date, &parts) == 1 else { return nil }
    return timegm(&parts)
  }

  /// By the clock on this machine's wall, and says so.
  private static func text(_ seconds: Int) -> String {
    var seconds = seconds
    var parts = tm()
    localtime_r(&seconds, &parts)
    var room = [CChar](repeating: 0, count: 64)
    let count = strftime(&room, room.count, "%Y-%m-%d %H:%M:%S %z", &parts)
    return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
