public import Foundation

/// The list of cases in `Protocol/conformance/cases.json`, for those who do not read Swift.
public enum CaseCatalogue {
  private struct Entry: Encodable {
    let id: String
    let title: String
    let statements: [String]
  }

  public static func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entries = ConformanceCase.all.map {
      Entry(id: $0.id, title: $0.title, statements: $0.statements)
    }
    return try encoder.encode(entries) + Data("\n".utf8)
  }
}
