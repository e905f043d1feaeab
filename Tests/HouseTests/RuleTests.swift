import Testing

/// Each rule of the house, on small examples that break it and some that only look like it.
@Suite("The rules of the house")
struct RuleTests {
  @Test(
    "An import that is not in the table is found",
    arguments: [
      ("BoardModel", "import Foundation", "Foundation"),
      ("Wire", "public import NIOCore", "NIOCore"),
      ("Screen", "import Glibc", "Glibc"),
      ("Windows", "import Dispatch", "Dispatch"),
      ("Coordination", "import WindowSync", "WindowSync"),
      ("WindowSync", "@testable import Coordination", "Coordination"),
      ("Conformance", "import Wire", "Wire"),
      ("Conformance", "internal import struct BoardModel.Card", "BoardModel"),
      ("BoardModel", "import class Foundation.NSString", "Foundation"),
      ("OperationLog", "import NIOSSL", "NIOSSL"),
    ])
  func forbiddenImport(target: String, source: String, module: String) {
    let found = Imports.breaches(file: "f", target: target, SwiftTokens("// x\n" + source))
    #expect(found == [Breach(file: "f", line: 2, what: "\(target) may not import \(module)")])
  }

  @Test("An allowed import, and one that is only talked about, are not")
  func allowedImport() {
    let source = SwiftTokens(
      """
      public import BoardModel
      // import Foundation
      /* import NIOCore */
      let text = "import Glibc"
      """)
    #expect(Imports.breaches(file: "f", target: "Wire", source) == [])
    #expect(Imports.breaches(file: "f", target: "Unheard", source).count == 1)
  }

  @Test(
    "A trap is found",
    arguments: [
      ("fatalError(\"no\")", "fatalError"), ("let a = try! b()", "try!"),
      ("let a = b as! C", "as!"), ("final class A: @unchecked Sendable {}", "@unchecked Sendable"),
      ("let a = b!", "force unwrap"), ("a!.b()", "force unwrap"), ("a()!", "force unwrap"),
      ("a[0]!.c", "force unwrap"), ("let a: B!", "force unwrap"), ("f(a!, b)", "force unwrap"),
      ("a! = 3", "force unwrap"), ("let s = \"\\(a!)\"", "force unwrap"),
      ("let s = #\"\\#(a!)\"#", "force unwrap"), ("{ $0! }", "force unwrap"),
      ("let s = \"\"\"\n  \\(b!)\n  \"\"\"", "force unwrap"),
    ])
  func trap(source: String, what: String) {
    #expect(Words.breaches(file: "f", SwiftTokens(source)).map(\.what) == [what])
  }

  @Test(
    "What only looks like a trap is not",
    arguments: [
      "if !a { }", "a != b", "a!=b", "guard !(a && !b) else { }", "let a = [!b, !c]",
      "// fatalError try! as! a!", "/* a! /* b! */ c! */", "let s = \"a! try! fatalError\"",
      "let s = #\"\\(a!) \"quoted\"! \"#", "let s = \"\"\"\n  a! \"b!\"\n  \"\"\"",
      "try? a()", "a as? B", "let s = \"\\\\(a!)\"", "infix operator !!", "return !a",
    ])
  func noTrap(source: String) {
    #expect(Words.breaches(file: "f", SwiftTokens(source)) == [])
  }

  @Test("The line of a breach is that of the word")
  func line() {
    let source = "let a = \"\"\"\n  text\n  \"\"\"\n/* two\n lines */\nlet b = a!\n"
    #expect(Words.breaches(file: "f", SwiftTokens(source)).map(\.line) == [6])
  }

  @Test("A mark of work left undone is found, in comments and in prose")
  func unfinished() {
    for mark in Words.marks.sorted() {
      #expect(Words.unfinished(file: "f", "a\n// \(mark): later").map(\.line) == [2])
      #expect(Words.unfinished(file: "f", "\(mark)(ann) it").count == 1)
      #expect(Words.unfinished(file: "f", "\(mark)S and my\(mark)").isEmpty)
    }
    #expect(Words.unfinished(file: "f", "what is to do").isEmpty)
  }

  @Test("A file is too long from its 401st line on")
  func length() {
    let most = String(repeating: "line\n", count: Layout.longest)
    #expect(Layout.tooLong(file: "f", most) == [])
    #expect(Layout.tooLong(file: "f", most + "one").count == 1)
  }

  @Test("A top-level entry that is not on the list is found")
  func topLevel() {
    let good = ["Package.swift", "Sources/A/a.swift", "README.md", ".ci/run", ".gitignore"]
    #expect(Layout.strangers(good) == [])
    #expect(
      Layout.strangers(good + ["notes.txt", "Scripts/a.sh"]).map(\.file) == [
        "Scripts", "notes.txt",
      ])
  }

  @Test("A tracked Package.resolved is found, wherever it lies")
  func pinned() {
    #expect(Layout.pinned(["Package.swift", "Package.resolved"]).count == 1)
    #expect(Layout.pinned(["Tests/Benchmarks/Package.resolved"]).count == 1)
    #expect(Layout.pinned(["Package.swift"]) == [])
  }
}
