import Files
import Glibc
import NIOCore

/// The socket in the folder of a store by which programs of the same user reach the coordinator
/// that has the store open.
enum ControlSocket {
  static let name = "control"

  /// Listens at the socket. Only the holder of the store's lock may call it: any socket that exists
  /// then belongs to a coordinator that has ended.
  ///
  /// - Returns: a descriptor that the caller owns.
  static func listen(in folder: String) throws(FileError) -> Int32 {
    let path = folder + "/" + name
    try Folder.remove(path)
    let descriptor = try open(path)
    let done = try withAddress(folder) { address, length in
      // The mode is set before the socket has a name, so that at no moment another user can
      // connect.
      fchmod(descriptor, 0o600) == 0 && bind(descriptor, address, length) == 0
        && Glibc.listen(descriptor, backlog) == 0
    }
    guard done else { throw failure("listen at", path, closing: descriptor) }
    return descriptor
  }

  /// - Parameter silence: seconds after which a call on the socket gives up.
  /// - Returns: a descriptor that the caller owns; nil if nobody listens.
  static func connect(in folder: String, silence: Int) throws(FileError) -> Int32? {
    let path = folder + "/" + name
    let descriptor = try open(path)
    var limit = timeval(tv_sec: silence, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    let done = try withAddress(folder) { address, length in
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size) == 0
        && setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0
        && Glibc.connect(descriptor, address, length) == 0
    }
    if done { return descriptor }
    let error = failure("connect to", path, closing: descriptor)
    // EAGAIN says that the queue is full, so that nobody seems to accept.
    if [ENOENT, ECONNREFUSED, EAGAIN].contains(error.code) { return nil }
    throw error
  }

  /// The connections that may wait to be accepted: more than `ControlServer` serves at once.
  private static let backlog: Int32 = 16

  private static func open(_ path: String) throws(FileError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw FileError("make a socket for", path, code: errno) }
    return descriptor
  }

  private static func failure(
    _ action: String, _ path: String, closing descriptor: Int32
  ) -> FileError {
    let error = FileError(action, path, code: errno)
    close(descriptor)
    return error
  }

  /// Calls `body` with the socket's address. The system takes 107 bytes of path and the folder's
  /// may be longer, so the address goes through a descriptor of the folder in `/proc/self/fd`.
  private static func withAddress<Result>(
    _ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(FileError) -> Result {
    let opened = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw FileError("open", folder, code: errno) }
    defer {
      let kept = errno
      close(opened)
      errno = kept
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "/proc/self/fd/\(opened)/\(name)".utf8)
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// The process at the other end of a local socket, as the kernel knows it. The layout is that of
/// `ucred`, which the C library shows only to programs that ask for its extensions.
struct LocalPeer: Hashable, Sendable {
  let process: Int32
  let user: UInt32
  let group: UInt32

  /// Fails on a channel that is not a local socket.
  static func of(_ channel: any Channel) -> EventLoopFuture<LocalPeer> {
    guard let socket = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
    return socket.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
  }
}
