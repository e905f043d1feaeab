import BoardModel
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
      .refusing(.invitationRefused, with: .notNow)
    },
    Wrong("keeps a revoked device's invitations", "joining/ended", "expected invitation-refused") {
      .refusing(.invitationRefused, with: .notNow)
    },
    Wrong("counts nobody's invitations", "joining/open", "expected limit-reached") {
      .refusing(.limitReached, with: .notNow)
    },
    Wrong("counts nobody's devices", "joining/devices-of-user", "expected limit-reached") {
      .refusing(.limitReached, with: .notNow)
    },
    Wrong("counts no renewals", "joining/renewals", "expected not-now") {
      .refusing(.notNow, with: .limitReached)
    },
  ]

  private static func der(of pem: [UInt8]) -> [UInt8]? {
    let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
    return Data(base64Encoded: lines.filter { !$0.hasPrefix("-") }.joined()).map(Array.init)
  }
}
