import CAllocator
import Foundation

/// What this process holds, in bytes.
enum Memory {
  /// What is allocated now.
  static var allocated: Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }

  /// The most that was resident since `forgetPeak`.
  static var peak: Int { line("VmHWM:") }

  static var resident: Int { line("VmRSS:") }

  /// Gives back what is free, and lets `peak` begin anew.
  static func forgetPeak() {
    malloc_trim(0)
    // Linux, proc(5): 5 resets the peak to what is resident now.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  private static func line(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") where line.hasPrefix(name) {
      let number = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first
      return (number.flatMap { Int($0) } ?? 0) * 1_024
    }
    return 0
  }
}

/// How one replay went.
struct Measurement {
  let way: String
  let edits: Int
  let seconds: Double
  /// Beyond what was resident before it.
  let peak: Int
  /// What the result keeps; nil where it is not one text.
  let kept: Int?
  /// What is wrong with the result; nil if it is right.
  let fault: String?

  /// Measures `replay`, which gives what it made and what is wrong with it.
  static func of<Result>(
    _ way: String, edits: Int, keepsText: Bool, _ replay: () throws -> (Result, fault: String?)
  ) rethrows -> Measurement {
    Memory.forgetPeak()
    let (resident, allocated) = (Memory.resident, Memory.allocated)
    let clock = ContinuousClock()
    let start = clock.now
    let (result, fault) = try replay()
    let duration = clock.now - start
    let (peak, kept) = (Memory.peak - resident, Memory.allocated - allocated)
    return withExtendedLifetime(result) {
      Measurement(
        way: way, edits: edits,
        seconds: Double(duration.components.seconds)
          + Double(duration.components.attoseconds) / 1e18,
        peak: peak, kept: keepsText ? kept : nil, fault: fault)
    }
  }

  func line(characters: Int) -> String {
    func per(_ bytes: Int) -> Double { Double(bytes) / Double(max(characters, 1)) }
    var text = String(
      format: "  %@ %.3f s, %.0f edits/s, peak %.1f MB (%.0f bytes/character)",
      way.padding(toLength: 24, withPad: " ", startingAt: 0), seconds,
      Double(edits) / max(seconds, 1e-9), Double(peak) / 1e6, per(peak))
    if let kept { text += String(format: ", keeps %.0f bytes/character", per(kept)) }
    return text + (fault.map { ": WRONG: \($0)" } ?? ": ok")
  }
}
