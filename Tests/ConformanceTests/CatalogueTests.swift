import Conformance
import Foundation
import Testing

@Suite("The list of cases")
struct CatalogueTests {
  @Test("names each case once, as an area and what it asks")
  func identifiers() {
    let all = ConformanceCase.all
    #expect(all.count >= 40)
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(Set(all.map(\.title)).count == all.count)
    for one in all {
      let parts = one.id.split(separator: "/")
      #expect(parts.count == 2, "\(one.id)")
      #expect(
        one.id.allSatisfy { $0.isLowercase || $0.isNumber || "-/".contains($0) }, "\(one.id)")
      #expect(!one.title.isEmpty)
    }
  }

  @Test("cites only statements that SPEC.md makes")
  func statements() throws {
    let made = Set(
      try ProtocolFolder.text("SPEC.md").matches(of: /\*\*\[([A-Z]{3}-[0-9]{3})\]\*\*/)
        .map { String($0.output.1) })
    try #require(made.count > 100)
    for one in ConformanceCase.all {
      #expect(!one.statements.isEmpty, "\(one.id)")
      #expect(Set(one.statements).count == one.statements.count, "\(one.id)")
      #expect(made.isSuperset(of: one.statements), "\(one.id)")
    }
  }

  private struct Listed: Decodable {
    let statements: [Statement]

    struct Statement: Decodable {
      let id: String
      let cases: [String]?
    }
  }

  @Test("is named by statements.json, each case at the statements that it cites")
  func listed() throws {
    let data = try ProtocolFolder.data("statements.json")
    let listed = try JSONDecoder().decode(Listed.self, from: data).statements
    try #require(listed.count > 100)
    for statement in listed {
      let citing = ConformanceCase.all.filter { $0.statements.contains(statement.id) }
      #expect(Set(statement.cases ?? []) == Set(citing.map(\.id)), "\(statement.id)")
    }
  }

  @Test("covers every area of the wire that a coordinator answers for")
  func areas() {
    let cited = Set(ConformanceCase.all.flatMap(\.statements).map { $0.prefix(3) })
    let areas: Set<Substring> = [
      "TLS", "FRM", "ENC", "TXT", "HSK", "GRS", "REQ", "BRD", "USR", "SES", "EDT", "APL", "SNP",
      "RSM",
      "DIG", "HIS", "PRS", "WIN", "DRG", "LIV", "CLS", "ERR", "LIM",
    ]
    #expect(cited.isSuperset(of: areas))
  }

  @Test("is the one in Protocol/conformance/cases.json")
  func published() throws {
    #expect(
      try ProtocolFolder.text("conformance/cases.json")
        == String(decoding: try CaseCatalogue.json(), as: UTF8.self),
      "board-conformance list --json > Protocol/conformance/cases.json")
  }

  @Test("is searched by identifier and by area")
  func matching() {
    #expect(ConformanceCase.matching("edits/resend").map(\.id) == ["edits/resend"])
    #expect(ConformanceCase.matching("tls/").count > 3)
    #expect(ConformanceCase.matching("tls").isEmpty)
    #expect(ConformanceCase.matching("").isEmpty)
  }
}

@Suite("The schema of the suite")
struct SchemaTests {
  @Test("is the one in Protocol/schema")
  func embedded() throws {
    #expect(Schema.embeddedText == (try ProtocolFolder.text("schema/protocol.json")))
    let loaded = try Schema.load(from: ProtocolFolder.path.path)
    #expect(try loaded.messages == Schema.embedded().messages)
  }

  @Test("is refused where it is none")
  func refused() throws {
    #expect(throws: SchemaFault.self) { try Schema(json: Data("{}".utf8)) }
    #expect(throws: SchemaFault.self) { try Schema.load(from: "/nonexistent") }
    let text = try ProtocolFolder.text("schema/protocol.json")
    // A name that nothing defines, a rule that the interpreter does not know, a name twice.
    for (old, new) in [
      (#""type": "anchors""#, #""type": "anchor""#), (#""rule": "text-run""#, #""rule": "other""#),
      (#"{"name": "author", "fields""#, #"{"name": "bool-field", "fields""#),
    ] {
      let broken = text.replacing(old, with: new)
      let changed = broken != text
      try #require(changed, "\(old)")
      #expect(throws: SchemaFault.self, "\(new)") { try Schema(json: Data(broken.utf8)) }
    }
  }
}
