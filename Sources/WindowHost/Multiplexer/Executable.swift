import Glibc

/// Finds programs by their names.
enum Executable {
  /// Looks for a program as execvp(3) does, but in the `PATH` of the environment given.
  /// - Returns: the program's path; nil if there is none that this user may run.
  static func path(of name: String, in environment: [String: String]) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
      .split(separator: ":", omittingEmptySubsequences: false)
    return folders.lazy.map { $0.isEmpty ? name : "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
