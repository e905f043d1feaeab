import NIOCore
import TLS
import Transport

/// Dials the addresses of one coordinator, one after the other, until one answers.
enum AddressDialer {
  /// What came of each address that was dialed, in the order in which they were.
  struct Failures: Error, CustomStringConvertible {
    let failures: [DialFailure]

    var description: String {
      if failures.count == 1, let only = failures.first { return only.description }
      let each = failures.map { "\($0.endpoint): \($0.reason)" }.joined(separator: "; ")
      return "no address of the coordinator can be reached (\(each)); check the addresses and that "
        + "a coordinator is running there"
    }

    /// Whether every address was reached, and one side refused the other's certificate there.
    var concernsIdentity: Bool {
      !failures.isEmpty && failures.allSatisfy(\.reason.concernsIdentity)
    }
  }

  /// Must be called on `loop`, where at most one of the closures is called.
  /// - Parameter isWanted: asked before each dial; false ends without a call.
  static func dial(
    _ endpoints: [Endpoint], context: TLSContext, loop: any EventLoop,
    isWanted: @escaping () -> Bool = { true },
    opened: @escaping (ByteStream, Endpoint) -> StreamHandlers,
    failed: @escaping (Failures) -> Void
  ) {
    dial(endpoints[...], [], context, loop, isWanted, opened, failed)
  }

  private static func dial(
    _ rest: ArraySlice<Endpoint>, _ failures: [DialFailure], _ context: TLSContext,
    _ loop: any EventLoop, _ isWanted: @escaping () -> Bool,
    _ opened: @escaping (ByteStream, Endpoint) -> StreamHandlers,
    _ failed: @escaping (Failures) -> Void
  ) {
    guard isWanted() else { return }
    guard let endpoint = rest.first else { return failed(Failures(failures: failures)) }
    Dialer.connect(
      to: endpoint, context: context, eventLoop: loop, opened: { opened($0, endpoint) },
      failed: { failure in
        dial(rest.dropFirst(), failures + [failure], context, loop, isWanted, opened, failed)
      })
  }
}
