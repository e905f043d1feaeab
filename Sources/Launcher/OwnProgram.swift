import Glibc

/// The program that this process runs.
public enum OwnProgram {
  /// Its absolute path, by which it can be run once more.
  public static var path: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    return current(String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter link: what the system says (proc(5)): behind the path of a program in whose place a
  ///   newer one was put, it says that it is deleted.
  static func current(_ link: String) -> String {
    let gone = " (deleted)"
    return link.hasSuffix(gone) ? String(link.dropLast(gone.count)) : link
  }
}
