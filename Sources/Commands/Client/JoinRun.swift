import BoardModel
import Identity
import Launcher
import NIOCore
import NIOPosix
import Transport
import Wire
import Wording

/// Joins a cluster with an invitation. Blocks.
struct JoinRun {
  let line: InvitationLine
  let device: NamePart
  /// Whether a device of that name is thrown out.
  let replaces: Bool
  let joining: JoiningDevice

  /// - Throws: `CommandFailure`, or what the files say, which `CommandFailure.init(_:in:)` puts into
  ///   words. No error has the secret in it.
  func run() throws -> IdentityName {
    do {
      switch try joining.start(replaces: replaces) {
      case .done(let joined):
        try joining.useAgain()
        return joined
      case .adopt: break
      case .ask(let request):
        let (answer, address) = try ask(request)
        try joining.install(answer, from: address)
      }
      return try joining.adopt(device: device)
    } catch let refusal as JoiningDevice.Refusal {
      throw CommandFailure(refusal)
    }
  }

  private func ask(_ request: [UInt8]) throws -> (CertificateMessage, Endpoint) {
    let join = Join(
      invitation: InvitationID(bytes: line.token), secret: line.secret,
      device: device.description, request: request, replaces: replaces)
    let context = try line.joinContext()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let addresses = joining.addresses
    let answer = loop.makePromise(of: (CertificateMessage, Endpoint).self)
    loop.execute {
      CertificateConnection.ask(.join(join), at: addresses, context: context, loop: loop) {
        answer.completeWith($0.mapError { $0 })
      }
    }
    do {
      return try answer.futureResult.wait()
    } catch let failure as CertificateConnection.Failure {
      if JoinRun.leavesKeyUnused(failure) { joining.discard() }
      throw JoinRun.failure(failure, device: device.description)
    }
  }

  /// Whether no coordinator can have certified the key that was made for this attempt. After a lost
  /// answer it may have, and only the same key gets the same answer again.
  private static func leavesKeyUnused(_ failure: CertificateConnection.Failure) -> Bool {
    switch failure {
    case .refused(let error, let wasAsked): !wasAsked && error.code.retry == .never
    case .unreached(_, _, let wasAsked): !wasAsked
    }
  }

  static func failure(
    _ failure: CertificateConnection.Failure, device: String
  ) -> CommandFailure {
    switch failure {
    case .refused(let error, _):
      CommandFailure(
        .refused, Wording.refusal(error.code, device: device, text: error.text))
    case .unreached(let reason, concernsIdentity: true, _): CommandFailure(.identity, reason)
    case .unreached(let reason, concernsIdentity: false, _):
      CommandFailure(.unreachable, "no address of the invitation gave an answer: \(reason)")
    }
  }
}

extension Identifier {
  /// The identifier that 16 bytes are, the most significant first.
  init(bytes: [UInt8]) {
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8).prefix(8)))
  }
}

extension CommandFailure {
  init(_ refusal: JoiningDevice.Refusal) {
    switch refusal {
    case .joined(let name, let user, let device):
      self.init(
        .refused,
        "this device has joined \(name) already, as \(user) on \(device): --replace joins it anew "
          + "under this name, and --as NAME joins once more beside it")
    case .otherCluster(let name, let cluster):
      self.init(
        .refused,
        "\(name) is what another cluster (\(cluster)) is called on this device: --as NAME gives "
          + "this one another name")
    case .otherUser(let name, let there, let given):
      self.init(
        .refused,
        "the invitation is for \(given), and this device has joined \(name) as \(there): the same "
          + "command with --as NAME joins as \(given) beside it")
    case .otherDevice(let asked, let given):
      self.init(
        .refused,
        "the invitation was used on this device already, for the name \(given) and not \(asked): the "
          + "same command with --device \(given) goes on")
    }
  }
}
