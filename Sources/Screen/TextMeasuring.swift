/// How many columns one line of text takes when it is drawn, with stand-ins.
public func textColumns(_ text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
  var columns = 0
  for glyph in TextGlyphs(text) { columns = glyph.column + glyph.columns }
  return columns
}

/// `text` if it fits. Otherwise as many of its characters as leave room for an ellipsis, and the
/// ellipsis; empty if there are no columns.
public func truncated(_ text: some StringProtocol, toColumns columns: Int) -> String {
  guard columns > 0 else { return "" }
  var fitting = 0
  var isWhole = true
  for glyph in TextGlyphs(text) {
    let end = glyph.column + glyph.columns
    if end <= columns - 1, glyph.scalars > 0 { fitting = glyph.offset + glyph.scalars }
    if end > columns {
      isWhole = false
      break
    }
  }
  if isWhole { return String(text) }
  return String(String.UnicodeScalarView(text.unicodeScalars.prefix(fitting))) + "\u{2026}"
}

/// The visible form of one line of text: what a grid would show of it.
public func visibleForm(of text: some StringProtocol) -> String {
  var visible = ""
  for glyph in TextGlyphs(text) {
    switch glyph.glyph {
    case .scalar(let scalar):
      for _ in 0..<(scalar == " " ? glyph.columns : 1) { visible.unicodeScalars.append(scalar) }
    case .cluster(let cluster): visible += cluster
    case .continuation: break
    }
  }
  return visible
}
