import Files
import Glibc
import Windows

/// Reads a text file that a person chose, which may turn out to be anything.
enum DroppedFile {
  /// Reads the file. It blocks, so it must not run on the event loop.
  static func read(_ path: String) -> FileReading {
    // The kind is checked before opening: a device or a pipe may react to being opened, or block.
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR, ENAMETOOLONG: return .absent
      default: return .refused(String(cString: strerror(errno)))
      }
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .refused("it is a folder") }
    let irregular = FileReading.refused("it is a device, a pipe or a socket")
    guard status.st_mode & S_IFMT == S_IFREG else { return irregular }
    do throws(FileError) {
      let file = try OpenFile(path, .read)
      guard try file.isRegular() else { return irregular }
      return text(of: try file.contents(limit: WindowEffect.maximumFileBytes))
    } catch {
      return error.code == EFBIG
        ? .refused("it is larger than \(WindowEffect.maximumFileBytes / 1_024) KiB")
        : .refused(error.reason)
    }
  }

  private static func text(of bytes: [UInt8]) -> FileReading {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return .refused("it is not a text in UTF-8")
    }
    return .text(text)
  }
}
