import Launcher
import WindowSync
import Wire

// The certificate of this device, which a command renews when it has done its work.
extension Client {
  /// Whether the certificate is in the last third of its life.
  var isRenewalDue: Bool { access.isDue }

  /// Renews the certificate, unless another process does. Where that fails, the next command or window
  /// tries again, and a window warns.
  func renew() {
    guard case .due(let held)? = try? access.look(),
      case .certificate(let answer)? = try? ask(.renew(Renew(request: held.request)))
    else { return }
    try? held.install(answer)
  }
}
