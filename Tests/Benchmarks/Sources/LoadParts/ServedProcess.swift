import Foundation

/// A process that serves, and what it costs the machine.
package final class ServedProcess {
  package let id: pid_t
  private let process: Process?

  /// Takes a process that somebody else started.
  package init(id: pid_t) { (self.id, process) = (id, nil) }

  /// Starts a program.
  /// - Parameter isReady: whether it serves, by what it printed so far.
  package init(_ program: String, _ arguments: [String], until isReady: (String) -> Bool) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    (id, self.process) = (process.processIdentifier, process)
    var printed = ""
    while !isReady(printed) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        throw Link.Failure(description: "\(program) ended before it served: \(printed)")
      }
      printed += String(decoding: data, as: UTF8.self)
    }
    // Nobody reads on, and a full pipe would hold it up.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  package func stop() {
    process?.terminate()
    process?.waitUntilExit()
  }

  /// The processor time so far, in seconds.
  package var processorSeconds: Double {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return 0 }
    let fields = text[end...].split(separator: " ")
    let ticks = (Double(fields[12]) ?? 0) + (Double(fields[13]) ?? 0)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The memory it holds, in bytes.
  package var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The file descriptors that it has open.
  package var descriptors: Int {
    var status = stat()
    // Linux gives their number as the size of the folder since 6.2.
    if stat("/proc/\(id)/fd", &status) == 0, status.st_size > 0 { return Int(status.st_size) }
    return (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count) ?? 0
  }
}
