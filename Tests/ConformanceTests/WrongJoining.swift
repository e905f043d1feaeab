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
      .granting(.signingRequestRefused)
    },
    Wrong("gives a device's name twice", "joining/replaced", "expected device-in-use") {
      .granting(.deviceInUse)
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
    Wrong("invites whom one likes", "joining/admit", "is answered by admitted") {
      .granting(.nameRefused, Admitted(expires: 1))
    },
    Wrong("has everybody invite to a board", "joining/inviters", "is answered by admitted") {
      .granting(.roleLacking, Admitted(expires: 1))
    },
    Wrong("invites whom it has seen", "joining/inviters", "is answered by admitted") {
      .granting(.nameRefused, Admitted(expires: 1))
    },
    Wrong("tells a board to who may not read it", "joining/inviters", "expected board-unknown") {
      .refusing(.boardUnknown, with: .roleLacking)
    },
    Wrong("lets invitations last", "joining/expired", "expected invitation-refused") {
      Tampering(incoming: { frame in
        var reader = ByteReader(frame.payload)
        guard frame.type == Admit.type, let admit = try? Admit(&reader) else { return [frame] }
        return [
          Admit(
            invitation: admit.invitation, secretHash: admit.secretHash, user: admit.user,
            board: admit.board, seconds: 60
          ).frame(request: frame.request)
        ]
      })
    },
    Wrong("waits for ever for who joins", "joining/silent", "error hello-timeout does not arrive") {
      .hiding(.helloTimeout)
    },
    Wrong("lists no devices", "joining/devices", "DEVICES lacks the device that joined") {
      .changing(Devices.self) { _ in Devices(devices: []) }
    },
    Wrong("keeps a revoked device", "joining/devices", "error identity-refused does not arrive") {
      .hiding(.identityRefused)
    },
    Wrong("lets an invitation be used again", "joining/invited", "expected invitation-refused") {
      .granting(.invitationRefused)
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
    Wrong("invites for as long as one likes", "joining/admit", "is answered by admitted") {
      .granting(.requestTooLarge, Admitted(expires: 1))
    },
    Wrong("invites to boards that there are not", "joining/admit", "is answered by admitted") {
      .granting(.boardUnknown, Admitted(expires: 1))
    },
    Wrong("takes one invitation for another", "joining/admit", "is answered by admitted") {
      .granting(.identifierInUse, Admitted(expires: 1))
    },
    Wrong("renews with an earlier certificate", "joining/renewed", "begins no later") {
      .certifying { $1 > 1 ? $0.authority : $0.certificate }
    },
    Wrong(
      "serves every certificate that it ever signed", "joining/renewed",
      "error identity-refused does not arrive"
    ) {
      .hiding(.identityRefused)
    },
    Wrong("revokes devices of others", "joining/devices", "is answered by device-revoked") {
      .granting(.deviceUnknown, DeviceRevoked())
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

  /// Does what it should refuse, as far as a peer can see.
  static func granting(
    _ code: ErrorCode,
    _ answer: some MessageBody = CertificateMessage(certificate: [0x30, 0], authority: [0x30, 0])
  ) -> Tampering {
    .outgoing { frames in
      frames.map { frame in
        guard case .error(let error)? = try? Message(frame), error.code == code else {
          return frame
        }
        return answer.frame(request: frame.request, flags: frame.flags)
      }
    }
  }

  /// Never says an error.
  fileprivate static func hiding(_ code: ErrorCode) -> Tampering {
    .outgoing { frames in
      frames.filter { frame in
        guard case .error(let error)? = try? Message(frame) else { return true }
        return error.code != code
      }
    }
  }
}
