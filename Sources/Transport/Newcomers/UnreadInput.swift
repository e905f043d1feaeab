import Glibc
import NIOCore

/// What a peer has sent and nobody has read: closing a socket with it would reset the connection, so
/// that the peer could lose what it was told before.
enum UnreadInput {
  /// The most bytes that are thrown away. Who sends more than a hello before anything was answered
  /// is reset.
  private static let most = 64 * 1024
  private static let portion = 4 * 1024

  static func discard(of channel: any Channel) {
    try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: CInt.self) { socket in
      withUnsafeTemporaryAllocation(byteCount: portion, alignment: 1) { room in
        var count = 0
        while count < most {
          let taken = recv(socket, room.baseAddress, room.count, CInt(MSG_DONTWAIT))
          guard taken > 0 else { return }
          count += taken
        }
      }
    }
  }
}
