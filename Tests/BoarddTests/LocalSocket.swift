import Foundation

@testable import CoordinatorHost

/// The other end of a control socket that keeps to no rule.
final class LocalSocket {
  private let socket: Int32

  /// - Parameter folder: of a store whose coordinator listens.
  init(_ folder: String) throws {
    let socket = try ControlSocket.connect(in: folder, silence: 60)
    guard let socket else { throw NobodyListens() }
    self.socket = socket
  }

  init(accepting listener: Int32) {
    socket = accept(listener, nil, nil)
  }

  struct NobodyListens: Error {}

  deinit { close(socket) }

  /// Sends as much as the other side takes.
  /// - Returns: whether that was all.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func sayNoMore() { shutdown(socket, Int32(SHUT_WR)) }

  /// Up to the first newline.
  func line() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while recv(socket, &byte, 1, 0) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Everything until the other side closes or resets the connection.
  func rest() -> String {
    var said: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: said, as: UTF8.self) }
      said += buffer[..<count]
    }
  }
}
