import Foundation

/// The forms in which a run is reported.
public enum Report: String, Sendable, CaseIterable {
  case human
  case junit
  case json

  /// The whole report. For people it is only the summary, since they have seen each case as it
  /// ended.
  public func text(of result: SuiteResult) throws -> String {
    switch self {
    case .human: Self.summary(of: result)
    case .junit: Self.junit(result)
    case .json: try Self.json(result)
    }
  }

  /// The lines about one case, for people.
  public static func line(of result: CaseResult) -> String {
    let mark = result.verdict.name.padding(toLength: 13, withPad: " ", startingAt: 0)
    let line = "\(mark) \(result.id)"
    guard let reason = result.verdict.reason else { return line }
    switch result.verdict {
    case .pass, .skipped: return "\(line): \(reason)"
    case .fail, .harnessError:
      return """
        \(line)
            \(result.title)
            \(reason)
            \(result.statements.joined(separator: ", ")) in SPEC.md
        """
    }
  }

  private static func summary(of result: SuiteResult) -> String {
    let counts = ["pass", "fail", "skipped", "harness-error"].map { name in
      "\(result.count(name)) \(name)"
    }
    return "\(result.cases.count) cases against \(result.target): "
      + counts.joined(separator: ", ")
  }

  // MARK: JSON

  private struct Document: Encodable {
    let target: String
    let exitCode: Int32
    let cases: [Entry]

    struct Entry: Encodable {
      let id: String
      let title: String
      let statements: [String]
      let verdict: String
      let reason: String?
      let seconds: Double
    }
  }

  private static func json(_ result: SuiteResult) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entries = result.cases.map {
      Document.Entry(
        id: $0.id, title: $0.title, statements: $0.statements, verdict: $0.verdict.name,
        reason: $0.verdict.reason, seconds: $0.seconds)
    }
    let document = Document(target: result.target, exitCode: result.exitCode, cases: entries)
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }

  // MARK: JUnit

  private static func junit(_ result: SuiteResult) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuite name=\"board-conformance\" hostname=\"\(escaped(result.target))\""
        + " tests=\"\(result.cases.count)\" failures=\"\(result.count("fail"))\""
        + " skipped=\"\(result.count("skipped"))\" errors=\"\(result.count("harness-error"))\">",
    ]
    for entry in result.cases {
      let area = entry.id.split(separator: "/").first.map(String.init) ?? ""
      let head =
        "  <testcase classname=\"\(escaped(area))\" name=\"\(escaped(entry.id))\""
        + " time=\"\(entry.seconds)\""
      let reason = escaped(entry.verdict.reason ?? "")
      let cited = escaped(entry.statements.joined(separator: " "))
      switch entry.verdict {
      case .pass: lines.append("\(head)/>")
      case .fail:
        lines.append("\(head)><failure message=\"\(reason)\">\(cited)</failure></testcase>")
      case .skipped: lines.append("\(head)><skipped message=\"\(reason)\"/></testcase>")
      case .harnessError:
        lines.append("\(head)><error message=\"\(reason)\">\(cited)</error></testcase>")
      }
    }
    return (lines + ["</testsuite>"]).joined(separator: "\n")
  }

  /// `text` for an XML attribute. A coordinator's text may hold anything, so scalars that XML does
  /// not allow become U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(Self.allowsInXML(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  private static func allowsInXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
