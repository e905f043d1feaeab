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
