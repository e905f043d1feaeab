import Glibc

/// The program that this process runs.
public enum OwnProgram {
  /// The program's absolute path, by which it can be started once more.
  public static var path: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    return current(String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter link: the target of `/proc/self/exe` (proc(5)), which ends in " (deleted)" after a
  ///   newer program was put in its place.
  static func current(_ link: String) -> String {
    let gone = " (deleted)"
    return link.hasSuffix(gone) ? String(link.dropLast(gone.count)) : link
  }
}
