import Files
import Glibc

/// The client's end of the control socket, which blocks until the answer comes.
final class ControlClient {
  private let socket: Int32
  private let holder: StoreHolder
  private var lines = ControlLines()

  /// The seconds after which a silent coordinator is given up: it writes a line every two.
  static let silence = 10

  /// - Parameter holder: the process that has the store open, as far as it is known.
  /// - Returns: nil if nobody listens.
  init?(_ holder: StoreHolder, silence: Int = ControlClient.silence) throws(FileError) {
    guard let socket = try ControlSocket.connect(in: holder.folder, silence: silence) else {
      return nil
    }
    self.socket = socket
    self.holder = holder
  }

  deinit { close(socket) }

  /// What the coordinator says of itself.
  ///
  /// - Throws: `CoordinatorRefusal`, `CoordinatorSilent`.
  func status() throws -> CoordinatorStatus {
    try ask(.status)
    while true {
      for line in try receive() {
        switch ControlLine.decode(ControlAnswer.self, line) {
        case .status(let status): return status
        case .failed(let reason): throw CoordinatorRefusal(reason: reason, holder: holder)
        case .copying, .copied, .waiting, .part, .administered, nil: throw CoordinatorSilent(holder)
        }
      }
    }
  }

  /// Waits until the pages of the store are in the file.
  ///
  /// - Throws: `CoordinatorRefusal`, `CoordinatorSilent`.
  func copy(to path: String) throws {
    try ask(.copy(to: path))
    while true {
      for line in try receive() {
        switch ControlLine.decode(ControlAnswer.self, line) {
        case .copying: continue
        case .copied: return
        case .failed(let reason): throw CoordinatorRefusal(reason: reason, holder: holder)
        case .status, .waiting, .part, .administered, nil: throw CoordinatorSilent(holder)
        }
      }
    }
  }

  /// What the coordinator answers an administrator, in parts.
  ///
  /// - Throws: `CoordinatorRefusal`, `CoordinatorSilent`.
  func administer(_ command: AdministratorCommand) throws -> [AdministratorReply] {
    try ask(.administer(command))
    var parts: [AdministratorReply] = []
    while true {
      for line in try receive() {
        switch ControlLine.decode(ControlAnswer.self, line) {
        case .waiting: continue
        case .part(let part): parts.append(part)
        case .administered(let last): return parts + [last]
        case .failed(let reason): throw CoordinatorRefusal(reason: reason, holder: holder)
        case .copying, .copied, .status, nil: throw CoordinatorSilent(holder)
        }
      }
    }
  }

  private func ask(_ request: ControlRequest) throws {
    let request = try ControlLine.bytes(of: request)
    let sent = request.withUnsafeBytes { bytes in
      uninterrupted { send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    }
    guard sent == request.count else { throw CoordinatorSilent(holder) }
  }

  private func receive() throws -> [[UInt8]] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    // An interruption by a signal says nothing about the coordinator.
    let count = uninterrupted { recv(socket, &buffer, buffer.count, 0) }
    guard count > 0 else { throw CoordinatorSilent(holder) }
    return try lines.feed(buffer[..<count])
  }
}

/// The process that has a store open.
struct StoreHolder: Hashable, Sendable {
  let folder: String
  let process: Int32?

  var name: String { process.map { "process \($0)" } ?? "another process" }
}

/// The coordinator refused a request.
struct CoordinatorRefusal: Error, Hashable, CustomStringConvertible {
  let reason: String
  let holder: StoreHolder

  var description: String {
    "the coordinator that has the store in \(holder.folder) open (\(holder.name)) refused: \(reason)"
  }
}

/// A process has the store open and does not answer.
struct CoordinatorSilent: Error, Hashable, CustomStringConvertible {
  let holder: StoreHolder

  init(_ holder: StoreHolder) { self.holder = holder }

  var description: String {
    "\(holder.name) has the store in \(holder.folder) open and does not answer at its socket "
      + "`\(ControlSocket.name)` there; wait if it is starting, stopping, or a check or backup itself, "
      + "else stop it\(holder.process.map { " (kill \($0))" } ?? ""); then try again"
  }
}
