import Foundation
import Glibc

/// An account without any privilege, as which a test runs programs. Where the tests run as root it
/// is one of its own; where they run as an ordinary user it is that user's.
struct Account: Sendable {
  enum Kind: Sendable {
    /// A person with a home.
    case person
    /// As which a daemon runs: no home, no folder for temporary files, and a working folder that
    /// it may not even look into.
    case service
  }

  let kind: Kind
  /// Nil for the user that the tests run as.
  let user: uid_t?
  private let installation: Installation

  init(_ kind: Kind) throws {
    self.kind = kind
    installation = try Installation.shared.get()
    guard getuid() == 0 else {
      user = nil
      return
    }
    switch kind {
    // No Debian machine gives this number to anybody (Debian Policy 9.2.2), nor needs it a name.
    case .person: user = 64_123
    // Debian's "nobody", whose home is /nonexistent.
    case .service: user = 65_534
    }
  }

  /// The words that run a program of this package as this account.
  func words(_ program: String, _ arguments: [String]) -> [String] {
    let identity = user.map {
      [
        "/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--inh-caps=-all",
        "--bounding-set=-all", "--no-new-privs",
      ]
    }
    // Who goes there first and changes the user then, as `su` and `sudo` do, may be where the user
    // cannot come.
    return ["/usr/bin/env", "-C", workingFolder] + (identity ?? [])
      + [installation.folder + "/" + program] + arguments
  }

  /// - Parameter home: for a person, the home; for a service, what BOARD_HOME says.
  func environment(_ home: String) -> [String: String] {
    let common = [
      "TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
      "LD_LIBRARY_PATH": installation.folder + "/lib",
    ]
    let own =
      switch kind {
      case .person: ["HOME": home, "LANG": "C.UTF-8"]
      case .service: ["BOARD_HOME": home, "TMPDIR": "/nonexistent"]
      }
    return common.merging(own) { $1 }
  }

  /// A folder that everybody reaches, ending in a slash.
  var place: String { installation.place }

  private var workingFolder: String {
    switch kind {
    case .person: "/"
    case .service: user == nil ? "/" : installation.folder + "/closed"
    }
  }

  /// Everything at `path` becomes this account's.
  func own(_ path: String) throws {
    guard let user else { return }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in [path] + names.map({ path + "/" + $0 }) where lchown(name, user, user) != 0 {
      throw PseudoTerminal.Failure(description: "chown \(name): \(errno)")
    }
  }
}

/// The programs of this package and what they load, in a folder where every user may read and run
/// them: a working copy, or a toolchain, may lie below the home of root.
private struct Installation: Sendable {
  /// Ends in a slash.
  let place: String
  let folder: String

  static let shared = Result { try Installation() }

  init() throws {
    // The folder for temporary files may be root's own.
    place = getuid() == 0 ? "/tmp/" : NSTemporaryDirectory()
    folder = place + "board-programs-" + UUID().uuidString
    let files = FileManager.default
    for (path, mode) in [(folder, 0o755), (folder + "/lib", 0o755), (folder + "/closed", 0o700)] {
      try files.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
    }
    // With the test process, as a static value has no other end.
    atexit {
      if let made = try? Installation.shared.get() {
        try? FileManager.default.removeItem(atPath: made.folder)
      }
    }
    for program in [BoardHome.program, BoardHome.program + "d"] {
      try install(program, in: folder)
      for library in try Installation.libraries(of: program) {
        try install(library, in: folder + "/lib")
      }
    }
  }

  private func install(_ file: String, in folder: String) throws {
    let target = folder + "/" + (file.split(separator: "/").last ?? "")
    // The libraries of one program are also those of the other.
    if access(target, F_OK) == 0 { return }
    if link(file, target) == 0 { return }
    try FileManager.default.copyItem(atPath: file, toPath: target)
    guard chmod(target, 0o755) == 0 else {
      throw PseudoTerminal.Failure(description: "chmod \(target): \(errno)")
    }
  }

  /// Those that are no part of the system.
  private static func libraries(of program: String) throws -> [String] {
    let output = Pipe()
    let ldd = Process()
    ldd.executableURL = URL(filePath: "/usr/bin/ldd")
    ldd.arguments = [program]
    ldd.standardOutput = output
    try ldd.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    ldd.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      guard let arrow = line.firstRange(of: " => "), let end = line.firstRange(of: " (") else {
        return nil
      }
      let path = line[arrow.upperBound..<end.lowerBound]
      return path.hasPrefix("/lib/") || path.hasPrefix("/usr/lib/") ? nil : String(path)
    }
  }
}
