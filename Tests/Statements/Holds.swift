import Foundation
import Synchronization
public import Testing

/// A test that shows statements of SPEC.md says so. A trait is prepared only for a test that this
/// run is about to run, so a statement whose test is gone, disabled or only named has no holder.
public struct Holds: TestTrait {
  private let statements: @Sendable () throws -> [String]

  fileprivate init(_ statements: @escaping @Sendable () throws -> [String]) {
    self.statements = statements
  }

  public func prepare(for test: Test) async throws {
    let statements = try statements()
    Self.holders.withLock { holders in
      for statement in statements { holders[statement, default: []].insert(test.id) }
    }
  }

  private static let holders = Mutex<[String: Set<Test.ID>]>([:])

  /// The statements that tests of this run hold. It is complete before the first test begins.
  public static var held: Set<String> { Set(holders.withLock(\.keys)) }

  /// Whether this run was asked for all tests.
  public static let isWholeRun = !CommandLine.arguments.contains { argument in
    ["--filter", "--skip"].contains { argument == $0 || argument.hasPrefix($0 + "=") }
  }
}

extension Trait where Self == Holds {
  /// The test fails where one of these statements is not kept.
  public static func holds(_ statements: String...) -> Holds { Holds { statements } }

  /// The test runs these conformance cases, whose statements these are, and wants each to pass.
  public static func holds(cited statements: [String]) -> Holds { Holds { statements } }

  /// The test holds the code against every vector of these files, which cite their statements.
  public static func holds(vectors files: String...) -> Holds {
    Holds { try files.flatMap { try VectorCitations.statements(in: $0) } }
  }
}

/// What the vectors of a file say they show.
public enum VectorCitations {
  private struct File: Decodable {
    let vectors: [Vector]
  }

  private struct Vector: Decodable {
    let statements: [String]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Protocol/vectors")

  public static func statements(in file: String) throws -> [String] {
    let data = try Data(contentsOf: folder.appending(path: file))
    return try JSONDecoder().decode(File.self, from: data).vectors.flatMap(\.statements)
  }
}
