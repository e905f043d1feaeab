import BoardModel
import Coordination
import Foundation
import Identity
import Synchronization
import Wire

// Coordinators that sign too much, or let invitations go on.
extension Wrong {
  static let invitations: [Wrong] = [
    Wrong("signs for nobody by name", "joining/certificate", "the names in the certificate") {
      .changing(CertificateMessage.self) {
        CertificateMessage(certificate: $0.authority, authority: $0.authority)
      }
    },
    Wrong("signs for longer than its authority lasts", "joining/certificate", "that of its issuer")
    {
      .changing(CertificateMessage.self) { message in
        let now = Int(Date().timeIntervalSince1970)
        let soon = try? Authority.create(
          cluster: NamePart("test"), validity: Validity(from: now - 3_600, to: now + 3_600))
        return CertificateMessage(
          certificate: message.certificate,
          authority: soon.flatMap { Self.der(of: $0.certificate) } ?? message.authority)
      }
    },
    Wrong(
      "lets in whom a former owner invited", "joining/lost-owner", "expected invitation-refused"
    ) {
      .granting(.invitationRefused)
    },
    Wrong("keeps a revoked device's invitations", "joining/ended", "expected invitation-refused") {
      .granting(.invitationRefused)
    },
    Wrong("counts nobody's invitations", "joining/open", "is answered by admitted") {
      Tampering(configure: {
        $0.shares.invitations = Share(all: .max, reserve: 0, modest: 1, ofUser: .max)
      })
    },
    Wrong("does not say what is used up", "joining/open", "names no limit of invitations") {
      .changing(ErrorMessage.self) {
        ErrorMessage(code: $0.code, text: "There are too many.", retryAfter: $0.retryAfter)
      }
    },
    Wrong("counts nobody's devices", "joining/devices-of-user", "expected limit-reached") {
      Tampering(configure: { $0.shares.devices.ofUser = .max })
    },
    Wrong("counts no renewals", "joining/renewals", "is answered by certificate") {
      .granting(.notNow)
    },
  ]

  private static func der(of pem: [UInt8]) -> [UInt8]? {
    let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
    return Data(base64Encoded: lines.filter { !$0.hasPrefix("-") }.joined()).map(Array.init)
  }
}
