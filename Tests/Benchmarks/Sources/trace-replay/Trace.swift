import BoardModel
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
    /// How many edits of each other author this one's author had seen; 0 for itself.
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
  private(set) var edits: [Edit] = []

  /// The scalars of `end`.
  var characters: Int { end.unicodeScalars.count }

  /// - Throws: `BadFile` where the file is not a recording that can be replayed.
  init(path: String) throws {
    name = URL(fileURLWithPath: path).lastPathComponent
    let recording = try Recording(json: GzippedFile.contents(of: path), path: path)
    start = recording.startContent ?? ""
    end = recording.endContent
    kind = try recording.kind(path)
    var history: History?
    if kind == .concurrent { history = try History(recording, path: path) }
    authors = history?.authors ?? 1
    var made = [Int](repeating: 0, count: authors)
    // Of each author: how many edits it had made before each of its transactions, and after all.
    var counts = [[Int]](repeating: [0], count: authors)
    // Mostly an author has seen nothing new since its last transaction; then both share what they
    // have seen.
    var last = [[Int]](repeating: made, count: authors)
    for (index, transaction) in recording.txns.enumerated() {
      let author = transaction.agent ?? 0
      if let version = try history?.version(before: index) {
        let seen = (0..<authors).map { $0 == author ? 0 : counts[$0][version[$0]] }
        if seen != last[author] { last[author] = seen }
      }
      for patch in transaction.patches {
        guard patch.position >= 0, patch.deleted >= 0,
          patch.position <= Int.max - patch.deleted
        else {
          throw BadFile(path, "transaction \(index) has a negative position or count")
        }
        let pieces = patch.pieces
        edits += pieces.map { Edit(patch: $0, author: author, seen: last[author]) }
        made[author] += pieces.count
      }
      counts[author].append(made[author])
    }
  }

  /// Why no card can have this text; nil if one can.
  var obstacle: String? {
    var typed = start.unicodeScalars.count
    for (index, edit) in edits.enumerated() {
      for scalar in edit.patch.inserted.unicodeScalars where !TextRules.allowsInBody(scalar) {
        return "edit \(index) types U+" + String(scalar.value, radix: 16, uppercase: true)
          + ", which no body holds"
      }
      typed += edit.patch.inserted.unicodeScalars.count
    }
    return typed > BoardLimits.bodyScalars
      ? "\(typed) characters are typed, a body holds \(BoardLimits.bodyScalars)" : nil
  }
}

extension Recording.Patch {
  /// What one operation may delete or insert at once: well below the bounds of its parts and bytes.
  private static let most = 4_000

  /// The patch as edits that each fit one operation; none where it changes nothing.
  fileprivate var pieces: [Trace.Patch] {
    let scalars = inserted.unicodeScalars
    if deleted <= Self.most, inserted.utf8.count <= Self.most {
      return deleted == 0 && scalars.isEmpty
        ? [] : [Trace.Patch(position: position, deleted: deleted, inserted: inserted)]
    }
    var pieces: [Trace.Patch] = []
    for start in stride(from: 0, to: deleted, by: Self.most) {
      pieces.append(
        Trace.Patch(position: position, deleted: min(Self.most, deleted - start), inserted: ""))
    }
    var rest = Substring.UnicodeScalarView(scalars)
    var position = position
    while !rest.isEmpty {
      let piece = rest.prefix(Self.most)
      pieces.append(Trace.Patch(position: position, deleted: 0, inserted: String(piece)))
      position += piece.count
      rest = rest.dropFirst(Self.most)
    }
    return pieces
  }
}
