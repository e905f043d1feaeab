public import BoardModel
import Files

/// A card's body that `$EDITOR` works on or worked on.
public struct EditedBody: Hashable, Sendable {
  public let card: CardID
  /// The file the editor works on.
  public let path: String
  /// The file's present contents.
  public let text: [UInt8]
  /// The caller's record of the body when it was opened, from which it finds the changes.
  public let opened: [UInt8]

  public init(card: CardID, path: String, text: [UInt8], opened: [UInt8]) {
    self.card = card
    self.path = path
    self.text = text
    self.opened = opened
  }
}

// The bodies are plain files, so that a person can save them by hand.
extension WindowFiles {
  /// The largest file read, in bytes: above any body that fits a frame.
  private static let bodyLimit = 4 << 20

  private var editingFolder: String { Self.editingFolder(folder) }
  private static func editingFolder(_ folder: String) -> String { folder + "/editing" }

  /// Writes a card's body to a file for `$EDITOR`. The file stays until `endEditing`.
  /// - Parameter opened: a record from which the caller finds the changes later, also after a kill.
  public func beginEditing(
    _ card: CardID, text: [UInt8], opened: [UInt8]
  ) throws(WindowStoreError) -> EditedBody {
    let path = "\(editingFolder)/\(card).md"
    try filing { () throws(FileError) in
      try Folder.make(editingFolder)
      // The record is written first: without it the text could not be merged.
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
          text: try OpenFile(path, .read).contents(limit: bodyLimit),
          opened: try OpenFile(opened, .read).contents(limit: bodyLimit)))
    }
    return bodies
  }

  /// Replaces a body and its record while no editor has the file. The text is written first: with
  /// the shorter record alone, others' words would be taken for typing.
  public func replaceEdited(
    _ card: CardID, text: [UInt8], opened: [UInt8]
  ) throws(WindowStoreError) {
    try filing { () throws(FileError) in
      try Folder.replace("\(editingFolder)/\(card).md", with: text, synced: true)
      try Folder.replace("\(editingFolder)/\(card).opened", with: opened, synced: true)
    }
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

  /// The number of bodies in a window's folder whose editing has begun and not ended.
  static func editedBodyCount(in folder: String) -> Int {
    ((try? Folder.names(in: editingFolder(folder))) ?? []).count { $0.hasSuffix(".md") }
  }
}
