import BoardModel
import Synchronization
import Wire

// Coordinators that let in, or keep in, whom they should not.
extension Wrong {
  static let joining: [Wrong] = [
    Wrong(
      "tells a wrong secret from an unknown invitation", "joining/refused",
      "the texts of the two refusals"
    ) {
      let count = Mutex(0)
      return .changing(ErrorMessage.self) { error in
        guard error.code == .invitationRefused else { return error }
        let number = count.withLock { count in
          count += 1
          return count
        }
        return ErrorMessage(code: error.code, text: "\(error.text) (\(number))")
      }
    },
    Wrong("signs what is no request", "joining/refused", "expected signing-request-refused") {
      .changing(ErrorMessage.self) { error in
        guard error.code == .signingRequestRefused else { return error }
        return ErrorMessage(code: .notNow, text: error.text)
      }
    },
    Wrong("gives a device's name twice", "joining/replaced", "expected device-in-use") {
      .changing(ErrorMessage.self) { error in
        guard error.code == .deviceInUse else { return error }
        return ErrorMessage(code: .invitationRefused, text: error.text)
      }
    },
    Wrong("goes on behind a certificate", "joining/invited", "the event goodbye does not arrive") {
      .outgoing { frames in
        frames.contains { $0.type == CertificateMessage.type }
          ? frames.filter { $0.type != Goodbye.type } : frames
      }
    },
    Wrong(
      "gives another certificate for the same key", "joining/renewed",
      "the answer to the same key"
    ) {
      let count = Mutex(UInt8(0))
      return .changing(CertificateMessage.self) { message in
        let number = count.withLock { count in
          count += 1
          return count
        }
        // The certificate stays; what is beside it is another each time.
        return CertificateMessage(
          certificate: message.certificate, authority: message.authority,
          extensions: Extensions(entries: [.init(tag: 1, bytes: [number])]))
      }
    },
    Wrong("invites whom it likes", "joining/admit", "expected name-refused") {
      .changing(ErrorMessage.self) { error in
        guard error.code == .nameRefused else { return error }
        return ErrorMessage(code: .notNow, text: error.text)
      }
    },
    Wrong("lists no devices", "joining/devices", "DEVICES lacks the device that joined") {
      .changing(Devices.self) { _ in Devices(devices: []) }
    },
    Wrong("keeps a revoked device", "joining/devices", "error identity-refused does not arrive") {
      .outgoing { frames in
        frames.filter { frame in
          guard case .error(let error)? = try? Message(frame) else { return true }
          return error.code != .identityRefused
        }
      }
    },
    Wrong("lets an invitation be used again", "joining/invited", "expected invitation-refused") {
      .refusing(.invitationRefused, with: .notNow)
    },
    Wrong(
      "signs again for the same key and device", "joining/invited",
      "the certificate for the same key"
    ) {
      .certifying { $1 > 1 ? $0.authority : $0.certificate }
    },
    Wrong("signs for another device", "joining/invited", "the device of WELCOME is other") {
      .changing(Welcome.self) { welcome in
        Welcome(
          minor: welcome.minor, features: welcome.features, frameLimit: welcome.frameLimit,
          requestsInFlight: welcome.requestsInFlight,
          keepaliveMilliseconds: welcome.keepaliveMilliseconds, time: welcome.time,
          cluster: welcome.cluster, peer: Author(user: welcome.peer.user, device: "other"),
          incarnation: welcome.incarnation, agent: welcome.agent, extensions: welcome.extensions)
      }
    },
    Wrong("takes any length of who joins", "joining/first-message", "expected frame-too-large") {
      .refusing(.frameTooLarge, with: .malformed)
    },
    Wrong("invites for as long as one likes", "joining/admit", "expected request-too-large") {
      .refusing(.requestTooLarge, with: .notNow)
    },
    Wrong("invites to boards of others", "joining/admit", "expected board-unknown") {
      .refusing(.boardUnknown, with: .notNow)
    },
    Wrong("takes one invitation for another", "joining/admit", "expected identifier-in-use") {
      .refusing(.identifierInUse, with: .notNow)
    },
    Wrong("renews with an earlier certificate", "joining/renewed", "begins no later") {
      .certifying { $1 > 1 ? $0.authority : $0.certificate }
    },
    Wrong(
      "serves every certificate that it ever signed", "joining/renewed",
      "error identity-refused does not arrive"
    ) {
      .outgoing { frames in
        frames.filter { frame in
          guard case .error(let error)? = try? Message(frame) else { return true }
          return error.code != .identityRefused
        }
      }
    },
    Wrong("revokes devices of others", "joining/devices", "expected device-unknown") {
      .refusing(.deviceUnknown, with: .notNow)
    },
    Wrong("serves HELLO to who joins", "joining/first-message", "expected unexpected-message") {
      .changing(ErrorMessage.self) { error in
        guard error.code == .unexpectedMessage else { return error }
        return ErrorMessage(code: .malformed, text: error.text, offset: 0)
      }
    },
  ]
}

extension Tampering {
  /// Brings another certificate than was signed.
  /// - Parameter change: makes it of the message and of how many came until then, this one included.
  fileprivate static func certifying(
    _ change: @escaping @Sendable (CertificateMessage, Int) -> [UInt8]
  ) -> Tampering {
    let count = Mutex(0)
    return .changing(CertificateMessage.self) { message in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return CertificateMessage(
        certificate: change(message, number), authority: message.authority)
    }
  }
}
