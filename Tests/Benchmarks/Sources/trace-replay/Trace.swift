import Foundation

/// A recorded editing session: who replaced what by what, in which order, and what came of it.
///
/// The formats are those of the collection josephg/editing-traces, as gzipped JSON.
struct Trace {
  /// Replaces `deleted` scalars from `position` on by `inserted`. Positions count scalars.
  struct Patch {
    let position: Int
    let deleted: Int
    let inserted: String
  }

  struct Edit {
    let patch: Patch
    /// 0 where there is one author.
    let author: Int
    /// How many edits of each author this one's author had seen, its own before this one included.
    let seen: [Int]
  }

  enum Kind: String {
    case sequential
    case concurrent
  }

  let name: String
  let kind: Kind
  let authors: Int
  let start: String
  let end: String
  let edits: [Edit]

  /// The scalars of `end`.
  var characters: Int { end.unicodeScalars.count }

  /// - Throws: `BadFile` where the file is not a recording that can be replayed.
  init(path: String) throws {
    name = URL(fileURLWithPath: path).lastPathComponent
    let recording = try Recording(json: GzippedFile.contents(of: path), path: path)
    start = recording.startContent ?? ""
    end = recording.endContent
    let isConcurrent = recording.txns.contains { $0.parents != nil || $0.agent != nil }
    kind = isConcurrent ? .concurrent : .sequential
    let history = isConcurrent ? try History(recording.txns, path: path) : nil
    authors = history?.authors ?? 1
    var edits: [Edit] = []
    var made = [Int](repeating: 0, count: authors)
    for (index, transaction) in recording.txns.enumerated() {
      let author = transaction.agent ?? 0
      var seen = history?.seen(by: index, edits: made) ?? made
      for patch in transaction.patches {
        let patch = Patch(
          position: patch.position, deleted: patch.deleted, inserted: patch.inserted)
        guard patch.position >= 0, patch.deleted >= 0,
          patch.position <= Int.max - patch.deleted
        else {
          throw BadFile(path, "transaction \(index) has a negative position or count")
        }
        edits.append(Edit(patch: patch, author: author, seen: seen))
        made[author] += 1
        seen[author] = made[author]
      }
      history?.finish(index, edits: made)
    }
    self.edits = edits
  }
}

/// Why a file cannot be replayed.
struct BadFile: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ reason: String) {
    description = "\(path): \(reason)"
  }
}

/// The file as it is written.
struct Recording: Decodable {
  struct Transaction: Decodable {
    let patches: [Patch]
    let agent: Int?
    let parents: [Int]?
  }

  struct Patch: Decodable {
    let position: Int
    let deleted: Int
    let inserted: String

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      position = try values.decode(Int.self)
      deleted = try values.decode(Int.self)
      inserted = try values.decode(String.self)
    }
  }

  let startContent: String?
  let endContent: String
  let txns: [Transaction]

  init(json: Data, path: String) throws {
    do {
      self = try JSONDecoder().decode(Recording.self, from: json)
    } catch let error as DecodingError {
      throw BadFile(path, "it is not a recorded editing session: \(Recording.reason(error))")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(let key, let found):
      return "there is no \"\(key.stringValue)\"" + place(found.codingPath)
    @unknown default:
      return "\(error)"
    }
    return context.debugDescription + place(context.codingPath)
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? ""
      : " at " + path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
