import NIOCore
import NIOPosix
import Transport

/// Runs cases against a coordinator, one after the other.
public struct Suite: Sendable {
  public let target: Target
  public let schema: Schema

  public init(_ target: Target, schema: Schema) {
    self.target = target
    self.schema = schema
  }

  /// - Parameter finished: called with each result as it comes.
  public func run(
    _ cases: [ConformanceCase] = ConformanceCase.all,
    finished: (CaseResult) -> Void = { _ in }
  ) async -> SuiteResult {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var results: [CaseResult] = []
    let unreachable = await self.unreachable(on: group.next())
    for testCase in cases {
      let result = await self.run(testCase, unreachable: unreachable, on: group.next())
      results.append(result)
      finished(result)
    }
    try? await group.shutdownGracefully()
    return SuiteResult(target: self.target.endpoint.description, cases: results)
  }

  private func run(
    _ testCase: ConformanceCase, unreachable: String?, on eventLoop: any EventLoop
  ) async -> CaseResult {
    let started = NIODeadline.now()
    var (verdict, broken) = (Verdict.pass, [String]())
    if let unreachable {
      verdict = .harnessError("the coordinator cannot be tested: \(unreachable)")
    } else {
      (verdict, broken) = await self.verdict(of: testCase, on: eventLoop)
      if let silence = await self.probe(on: eventLoop) {
        let before = verdict.reason.map { "; before that: \($0)" } ?? ""
        verdict = .fail("after the case the coordinator does not answer: \(silence)\(before)")
      }
    }
    let taken = NIODeadline.now() - started
    return CaseResult(
      id: testCase.id, title: testCase.title,
      statements: testCase.statements + broken.filter { !testCase.statements.contains($0) },
      verdict: verdict, seconds: Double(taken.nanoseconds) / 1e9)
  }

  private func verdict(
    of testCase: ConformanceCase, on eventLoop: any EventLoop
  ) async -> (Verdict, broken: [String]) {
    let bench = Bench(self.target, SchemaCodec(self.schema), on: eventLoop)
    defer { bench.clear() }
    do {
      try await testCase.body(bench)
      return (.pass, [])
    } catch let failure as CaseFailure {
      return (.fail(failure.description), failure.statements)
    } catch let skip as CaseSkip {
      return (.skipped(skip.description), [])
    } catch let failure as DialFailure {
      return (.fail(failure.description), [])
    } catch {
      return (.harnessError("\(error)"), [])
    }
  }

  /// Whether there is a coordinator at all that takes this identity for one of its users.
  /// - Returns: why nothing can be said of it; nil where cases can be tried.
  private func unreachable(on eventLoop: any EventLoop) async -> String? {
    let bench = Bench(self.target, SchemaCodec(self.schema), on: eventLoop)
    defer { bench.clear() }
    do {
      for user in [Bench.User.first] + (self.target.secondIdentity == nil ? [] : [.second]) {
        let peer = try await bench.dial(user)
        _ = try? await bench.welcome(peer)
        if let end = await peer.end, end.concernsIdentity { return "\(end)" }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A fresh connection, HELLO, PING.
  /// - Returns: what is wrong; nil for a coordinator that is well.
  private func probe(on eventLoop: any EventLoop) async -> String? {
    let bench = Bench(self.target, SchemaCodec(self.schema), on: eventLoop)
    defer { bench.clear() }
    do {
      try await bench.greeted().settle()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
