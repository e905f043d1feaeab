import BoardModel
import Screen
import Wording

/// The result of reading a file that was asked for.
public enum FileReading: Hashable, Sendable {
  case text(String)
  /// There is no such file.
  case absent
  /// The file cannot be read; the text is the end of a sentence that says why.
  case refused(String)
}

/// A text that was pasted onto the board, while the file that it may name is read.
struct PastedPath: Sendable {
  let text: String
  let path: String
  /// The other paths that the text may mean.
  let others: [String]

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The effect of a paste while the board is looked at: one line begins a card, several lines are
/// offered as cards, and so are the lines of a file that the paste names.
enum Pasting {
  static func handle(_ paste: Paste, _ model: inout WindowModel) -> Mode {
    guard !TextRules.isBlank(paste.text) else { return .browsing }
    guard paste.ending != .truncated else {
      model.refuse("Too long: nothing was taken of what was pasted.")
      return .browsing
    }
    let paths = DroppedPath.candidates(in: paste.text)
    if let mode = read(paths, of: paste.text, &model) { return mode }
    let lines = paste.text.split(whereSeparator: \.isNewline)
    let isOne = lines.count { !TextRules.isBlank(String($0)) } == 1
    return isOne
      ? Browsing.newCard(paste.text.trimmed, &model) : offer(paste.text, from: nil, &model)
  }

  /// Reads the file at the first of the paths.
  private static func read(_ paths: [String], of text: String, _ model: inout WindowModel) -> Mode?
  {
    guard let path = paths.first else { return nil }
    guard model.mayEdit() else { return .browsing }
    model.effects.append(.readFile(path))
    return .reading(PastedPath(text: text, path: path, others: Array(paths.dropFirst())))
  }

  static func took(_ reading: FileReading, of pasted: PastedPath, _ model: inout WindowModel)
    -> Mode
  {
    let name = model.words.short(pasted.name)
    switch reading {
    case .text(let text): return offer(text, from: name, &model)
    case .refused(let reason):
      model.refuse("No cards of “\(name)”: \(reason).")
      return .browsing
    case .absent:
      return read(pasted.others, of: pasted.text, &model)
        ?? Browsing.newCard(pasted.text.trimmed, &model)
    }
  }

  private static func offer(_ text: String, from source: String?, _ model: inout WindowModel)
    -> Mode
  {
    guard model.mayEdit() else { return .browsing }
    guard let column = model.view.focus.column else {
      model.refuse(Browsing.noColumn)
      return .browsing
    }
    do throws(CardOffer.Fault) {
      return .list(try CardOffer(text, from: source, in: column, after: model.view.focus.card))
    } catch {
      switch error {
      case .noLines: model.refuse("There is no line that could be a card.")
      case .tooMany(let count):
        model.refuse("No more than \(CardOffer.maximumCards) cards at once; these are \(count).")
      }
      return .browsing
    }
  }
}

extension BoardWindow {
  /// While a file is read, keys do nothing except Esc, which cancels.
  mutating func reading(_ pasted: PastedPath, _ input: Input) -> Mode {
    guard case .key(let key, let modifiers) = input else { return .reading(pasted) }
    if Keymap.list[KeyChord(key, modifiers)] == .close { return .browsing }
    model.effects.append(.bell)
    return .reading(pasted)
  }

  mutating func took(_ reading: FileReading, of path: String) {
    guard case .reading(let pasted) = mode, pasted.path == path else { return }
    mode = Pasting.took(reading, of: pasted, &model)
  }
}
