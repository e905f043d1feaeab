import Foundation

/// The figures of one attack.
struct Row: Codable {
  /// What honest people noticed, from when each thing should have happened.
  struct Honest: Codable {
    let acknowledgement: Spread
    let arrival: Spread
    let opening: Spread
  }

  /// What the coordinator held.
  struct Held: Codable {
    let before: Double
    let most: Double
    /// So many seconds after the attack as were waited.
    let after: Double
  }

  let attack: String
  let unit: String
  let report: AttackReport
  let before: Honest
  let during: Honest
  /// What honest people were told who were disconnected, and newcomers who were not let in.
  let lost: [String]
  let refused: [String]
  /// In megabytes.
  let memory: Held
  let descriptors: Held
  /// In seconds; nil where it was not normal again while it was watched.
  let normalAfter: Double?
  /// The part of one processor that the coordinator and the honest people used meanwhile.
  let coordinator: Double
  let honest: Double
  /// In milliseconds of processor time.
  let longestTurn: Double?
  /// The load of the machine, as the system averages it over a minute.
  let load: Double
  /// The longest p99 that is good, in milliseconds.
  let bound: Double

  static let mostMegabytes = 512.0
  static let mostKept = 1.2
  static let mostSecondsUntilNormal = 10.0

  /// Each bound that is exceeded, in words.
  var faults: [String] {
    var faults: [String] = []
    for (name, spread) in [
      ("acknowledgement", during.acknowledgement), ("arrival", during.arrival),
      ("opening", during.opening),
    ] where spread.p99 > bound {
      faults.append("\(name) p99 \(Int(spread.p99)) ms")
    }
    if !lost.isEmpty { faults.append("\(lost.count) lost: \(lost[0])") }
    if !refused.isEmpty { faults.append("\(refused.count) not let in: \(refused[0])") }
    if memory.most >= Self.mostMegabytes { faults.append("memory \(Int(memory.most)) MB") }
    if memory.after > memory.before * Self.mostKept {
      faults.append("memory afterwards \(Int(memory.after * 100 / memory.before)) % of before")
    }
    switch normalAfter {
    case .some(let seconds) where seconds <= Self.mostSecondsUntilNormal: break
    case .some(let seconds): faults.append("normal after \(Int(seconds)) s")
    case nil: faults.append("not normal again")
    }
    return faults
  }
}
