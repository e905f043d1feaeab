import NIOCore
import NIOPosix
import Transport

/// Runs cases against a coordinator, one after another.
public struct Suite: Sendable {
  public let target: Target
  public let schema: Schema

  public init(_ target: Target, schema: Schema) {
    self.target = target
    self.schema = schema
  }

  /// - Parameter finished: called with each result as soon as its case has ended.
  public func run(
    _ cases: [ConformanceCase] = ConformanceCase.all,
    finished: (CaseResult) -> Void = { _ in }
  ) async -> SuiteResult {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var results: [CaseResult] = []
    let unreachable = await self.unreachable(on: group.next())
    for testCase in cases {
      let result = await run(testCase, unreachable: unreachable, on: group.next())
      results.append(result)
      finished(result)
    }
    try? await group.shutdownGracefully()
    return SuiteResult(target: target.endpoint.description, cases: results)
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
      if let silence = await probe(on: eventLoop) {
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
    let bench = Bench(target, SchemaCodec(schema), on: eventLoop)
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

  /// Tries whether the coordinator can be reached and accepts each identity that the suite was
  /// given.
  /// - Returns: why no case can be tried; nil if cases can be.
  private func unreachable(on eventLoop: any EventLoop) async -> String? {
    let bench = Bench(target, SchemaCodec(schema), on: eventLoop)
    defer { bench.clear() }
    do {
      for user in [Bench.User.first] + (target.secondIdentity == nil ? [] : [.second]) {
        let peer = try await bench.dial(user)
        _ = try? await bench.welcome(peer)
        if let end = await peer.end, end.concernsIdentity { return "\(end)" }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Makes a new connection and sends HELLO and PING, to see whether the coordinator still answers.
  /// - Returns: what went wrong; nil if the coordinator answered.
  private func probe(on eventLoop: any EventLoop) async -> String? {
    let bench = Bench(target, SchemaCodec(schema), on: eventLoop)
    defer { bench.clear() }
    do {
      try await bench.greeted().settle()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
