import BoardModel
package import Coordination
import Dispatch
package import Identity
package import LogRecords
import Logging
import NIOCore
import TLS
package import Transport
import Wire

extension Visitor {
  /// Who is at the other end of a stream, by what both sides agreed on and by the certificate. Nil
  /// should not occur: TLS lets in no certificate that names no device of this cluster.
  package init?(_ stream: ByteStream) {
    let address = stream.remote?.host ?? ""
    let joins = stream.peer.alpn == ProtocolVersion.joinALPN
    guard let certificate = stream.peer.certificate else {
      guard joins else { return nil }
      self = .newcomer(from: address)
      return
    }
    guard case .device(_, let user, let device) = try? PeerName(certificateURIs: stream.peer.uris)
    else { return nil }
    let certified = CertifiedDevice(
      author: Author(user: user.description, device: device.description),
      notBefore: UInt64(clamping: certificate.notBefore),
      notAfter: UInt64(clamping: certificate.notAfter))
    self = joins ? .renewing(certified, from: address) : .device(certified, from: address)
  }
}

extension CoordinatorServer {
  /// Signs a certificate on a thread of its own.
  func certify(
    _ token: CertificateToken, _ name: DeviceName, notBefore: UInt64, _ request: [UInt8]
  ) {
    let finish = onLoop { (server, result: Result<SignedDevice, SigningFailure>) in
      server.handle(.certified(token, result))
    }
    signing.async { [credentials] in
      finish(SignedDevice.sign(request, name, notBefore: notBefore, by: credentials?.authority))
    }
  }

  /// Renews the coordinator's certificate where that is due, beside the loop.
  func refresh(_ credentials: CoordinatorCredentials) {
    let finish = onLoop { (server, result: Result<Bool, any Error>) in
      switch result {
      case .success(true): server.log.notice("the coordinator's certificate was renewed")
      case .success(false): break
      case .failure(let error): server.log.error("the certificate was not renewed: \(error)")
      }
    }
    signing.async { finish(Result { try credentials.refresh() }) }
  }
}

extension SignedDevice {
  package static func sign(
    _ request: [UInt8], _ name: DeviceName, notBefore: UInt64, by authority: Authority?
  ) -> Result<SignedDevice, SigningFailure> {
    guard let authority else {
      return .failure(
        .authority(
          "This coordinator has no key to sign with (authority.key): ask its administrator."))
    }
    do {
      let signed = try authority.sign(
        request, user: UserName(name.user), device: NamePart(name.device),
        notBefore: Int(clamping: notBefore))
      return .success(
        SignedDevice(
          certificate: signed.certificate, authority: signed.authority, keyHash: signed.keyHash,
          notBefore: UInt64(clamping: signed.notBefore),
          notAfter: UInt64(clamping: signed.notAfter)))
    } catch let error as IdentityError where error.kind == .malformedRequest {
      return .failure(.request("\(error)"))
    } catch {
      // What is wrong with the authority's files concerns whoever runs the coordinator.
      return .failure(.authority("This coordinator cannot sign just now: ask its administrator."))
    }
  }
}
