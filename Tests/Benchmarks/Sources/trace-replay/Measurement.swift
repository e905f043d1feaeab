import Foundation

/// How one replay went.
struct Measurement {
  let way: String
  let edits: Int
  let seconds: Double
  /// Of the processor, which other processes do not add to.
  let processorSeconds: Double
  /// Beyond what was resident before it, the recording itself, in bytes.
  let peak: Int
  /// The most that was resident, in bytes.
  let resident: Int
  /// What the result keeps, in bytes; nil where it is not one text.
  let kept: Int?
  /// What is wrong with the result; nil if it is right.
  let fault: String?

  /// Measures `replay`, and then looks at what it made.
  /// - Returns: nil for the result where the replay did not come to its end.
  static func of<Result>(
    _ way: String, edits: Int, keepsText: Bool, _ replay: () throws -> Result,
    fault: (Result) throws -> String?
  ) -> (Measurement, Result?) {
    Memory.forgetPeak()
    let (before, allocated) = (Memory.resident, Memory.allocated)
    let (clock, processor) = (ContinuousClock(), processorTime)
    let start = clock.now
    let outcome = Swift.Result { try replay() }
    let duration = start.duration(to: clock.now)
    let processorSeconds = processorTime - processor
    let (resident, kept) = (Memory.peak, Memory.allocated - allocated)
    // What was free before and in use since is not seen as resident anew.
    let peak = max(resident - before, kept)
    let found: String?
    do {
      found = try fault(try outcome.get())
    } catch {
      found = "\(error)"
    }
    let measurement = Measurement(
      way: way, edits: edits, seconds: duration / .seconds(1),
      processorSeconds: processorSeconds, peak: peak, resident: resident,
      kept: keepsText ? kept : nil, fault: found)
    return (measurement, try? outcome.get())
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func line(characters: Int) -> String {
    func per(_ bytes: Int) -> Double { Double(bytes) / Double(max(characters, 1)) }
    var text = String(
      format: "  %@ %.3f s (%.3f s of processor), %.0f edits/s, peak %.1f MB "
        + "(%.0f bytes/character)",
      way.padding(toLength: 24, withPad: " ", startingAt: 0), seconds, processorSeconds,
      Double(edits) / max(seconds, 1e-9), Double(peak) / 1e6, per(peak))
    if let kept { text += String(format: ", keeps %.0f bytes/character", per(kept)) }
    return text + (fault.map { ": WRONG: \($0)" } ?? ": right")
  }
}
