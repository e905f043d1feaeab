import Conformance

extension ConformanceCase {
  /// Cases that wait for a keepalive of 15 s, or for a drag to lapse.
  static let patient = ["liveness/coordinator-pings", "liveness/silence", "drags/lapsed"]
    .flatMap { id in all.filter { $0.id == id } }

  /// The others.
  static let prompt = all.filter { one in !patient.contains { $0.id == one.id } }

  /// The first parts of the names of cases, in the order of the cases: one part's cases run one after
  /// another, beside the others' and with a coordinator of their own.
  static let groups = prompt.map(\.group).reduce(into: [String]()) {
    if !$0.contains($1) { $0.append($1) }
  }

  /// The first part of the name.
  var group: String { String(id.prefix { $0 != "/" }) }
}
