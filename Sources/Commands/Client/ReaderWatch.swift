import Dispatch
import Glibc

/// Notices that the reader of standard output has gone away, even while there is nothing to write.
enum ReaderWatch {
  static func begin(_ gone: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "board.reader").async {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) < 0, errno == EINTR {}
      if output.revents & Int16(POLLERR | POLLHUP) != 0 { gone() }
    }
  }
}
