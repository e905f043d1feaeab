/// How far the time of a place is ahead of UTC, and when that changes: what a shell knows of the
/// zone it is in, for times that lie in summer and in winter.
public struct LocalZone: Hashable, Sendable {
  /// A time from which on local time is ahead of UTC by the same number of seconds. `from` is in
  /// milliseconds since 1970.
  private struct Span: Hashable, Sendable {
    let from: UInt64
    let ahead: Int
  }

  /// The spans in the order of time. There is at least one, and the first counts for all time
  /// before it too.
  private var spans: [Span]

  /// The distance between two looks at the zone, in milliseconds. It is shorter than any zone keeps
  /// one offset: Morocco's winter time lasts a month.
  private static let step: UInt64 = 7 * 86_400_000

  /// A zone whose offset, `ahead` seconds, is the same all the time.
  public init(ahead: Int) {
    spans = [Span(from: 0, ahead: ahead)]
  }

  /// - Parameters:
  ///   - first: in milliseconds since 1970; its offset counts for all time before it.
  ///   - last: in milliseconds since 1970; its offset counts for all time after it.
  ///   - ahead: how many seconds local time is ahead at a moment.
  public init(from first: UInt64, to last: UInt64, ahead: (UInt64) -> Int) {
    spans = [Span(from: first, ahead: ahead(first))]
    var time = first
    while time < last {
      let next = min(last, time + LocalZone.step)
      let offset = ahead(next)
      if offset != spans[spans.count - 1].ahead {
        // This finds the moment of the change, to the millisecond.
        var (before, after) = (time, next)
        while after - before > 1 {
          let middle = before + (after - before) / 2
          if ahead(middle) == offset { after = middle } else { before = middle }
        }
        spans.append(Span(from: after, ahead: offset))
      }
      time = next
    }
  }

  /// Seconds that local time is ahead of UTC.
  /// - Parameter time: milliseconds since 1970.
  public func ahead(at time: UInt64) -> Int {
    var range = 0..<spans.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = spans[middle].from <= time ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return spans[range.lowerBound].ahead
  }

  /// The moment as a person reads it: see `Timestamp.local`.
  public func text(_ time: UInt64) -> String { Timestamp.local(time, ahead: ahead(at: time)) }
}
