public import BoardModel
import Files

/// Names a draft: 1 to 100 bytes of `[A-Za-z0-9._-]`, beginning with none of `._-`.
public struct DraftKey: Hashable, Sendable {
  public let text: String

  public init?(_ text: String) {
    guard let first = text.utf8.first, Self.isLetterOrDigit(first), text.utf8.count <= 100,
      text.utf8.allSatisfy({
        Self.isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    self.text = text
  }

  private init(_ kind: String, _ card: CardID) {
    text = "\(kind)-\(card)"
  }

  public static func title(of card: CardID) -> DraftKey { DraftKey("title", card) }
  public static func body(of card: CardID) -> DraftKey { DraftKey("body", card) }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

/// A card's body as `$EDITOR` has or had it.
public struct EditedBody: Hashable, Sendable {
  public let card: CardID
  /// The file the editor works on.
  public let path: String
  /// What it holds now.
  public let text: [UInt8]
  /// What the caller wrote down of the body as it was opened, to find the changes against.
  public let opened: [UInt8]
}

// What a person has typed and not yet made into an edit. Kept in plain files: they can be saved by
// hand.
extension WindowFiles {
  /// Of one draft: above any body that fits a frame.
  public static let draftLimit = 4 << 20
  public static let draftsLimit = 1_000

  private var draftFolder: String { folder + "/drafts" }
  private var editingFolder: String { Self.editingFolder(folder) }
  private static func editingFolder(_ folder: String) -> String { folder + "/editing" }

  /// Keeps a draft, on the disk when it returns.
  public func saveDraft(_ key: DraftKey, _ bytes: [UInt8]) throws(WindowStoreError) {
    let path = draftFolder + "/" + key.text
    guard bytes.count <= Self.draftLimit else { throw .tooLarge(path: path) }
    try filing { () throws(FileError) in
      try Folder.make(draftFolder)
      try Folder.replace(path, with: bytes, synced: true)
    }
  }

  /// The drafts that are kept, by their keys in order; at most `draftsLimit`.
  public func drafts() throws(WindowStoreError) -> [(key: DraftKey, bytes: [UInt8])] {
    try filing { () throws(FileError) in
      var drafts: [(key: DraftKey, bytes: [UInt8])] = []
      for name in try Folder.names(in: draftFolder).prefix(Self.draftsLimit) {
        guard !name.hasSuffix(".new"), let key = DraftKey(name) else { continue }
        let file = try OpenFile(draftFolder + "/" + name, .read)
        drafts.append((key, try file.contents(limit: Self.draftLimit)))
      }
      return drafts
    }
  }

  public func removeDraft(_ key: DraftKey) throws(WindowStoreError) {
    try filing { () throws(FileError) in _ = try Folder.remove(draftFolder + "/" + key.text) }
  }

  /// Writes a card's body where `$EDITOR` can work on it. The file stays until `endEditing`.
  /// - Parameter opened: whatever lets the caller find the changes later, also after a kill.
  public func beginEditing(
    _ card: CardID, text: [UInt8], opened: [UInt8]
  ) throws(WindowStoreError) -> EditedBody {
    let path = "\(editingFolder)/\(card).md"
    try filing { () throws(FileError) in
      try Folder.make(editingFolder)
      // First what it was: without that the text could not be merged.
      try Folder.replace("\(editingFolder)/\(card).opened", with: opened, synced: true)
      try Folder.replace(path, with: text, synced: true)
    }
    return EditedBody(card: card, path: path, text: text, opened: opened)
  }

  /// The bodies whose editing has begun and not ended, as their files are now.
  public func editedBodies() throws(WindowStoreError) -> [EditedBody] {
    try filing { () throws(FileError) in try Self.editedBodies(in: folder) }
  }

  static func editedBodies(in folder: String) throws(FileError) -> [EditedBody] {
    let editing = editingFolder(folder)
    var bodies: [EditedBody] = []
    for name in try Folder.names(in: editing) where name.hasSuffix(".md") {
      guard let card = CardID(name.dropLast(3)) else { continue }
      let path = editing + "/" + name
      let opened = "\(editing)/\(card).opened"
      guard try Folder.size(of: opened) != nil else { continue }
      bodies.append(
        EditedBody(
          card: card, path: path,
          text: try OpenFile(path, .read).contents(limit: draftLimit),
          opened: try OpenFile(opened, .read).contents(limit: draftLimit)))
    }
    return bodies
  }

  public func endEditing(_ card: CardID) throws(WindowStoreError) {
    try filing { () throws(FileError) in
      try Folder.remove("\(editingFolder)/\(card).md")
      try Folder.remove("\(editingFolder)/\(card).opened")
    }
  }

  private func filing<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(WindowStoreError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }

  /// How many drafts and edited bodies a window's folder holds.
  static func draftCount(in folder: String) -> Int {
    let drafts = (try? Folder.names(in: folder + "/drafts")) ?? []
    let edited = (try? Folder.names(in: folder + "/editing")) ?? []
    return drafts.count { !$0.hasSuffix(".new") && DraftKey($0) != nil }
      + edited.count { $0.hasSuffix(".md") }
  }
}
