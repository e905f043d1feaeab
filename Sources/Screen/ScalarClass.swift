/// What one scalar takes on a terminal, and how far terminals agree about it.
enum ScalarClass: UInt32 {
  /// One column everywhere.
  case narrow = 0
  /// No column of its own: it joins the scalar before it.
  case zero = 1
  /// Two columns everywhere.
  case wide = 2
  /// One column, two in terminals set up for East Asian text: letters and line drawing, which come
  /// in long runs.
  case ambiguousInRuns = 3
  /// The same for symbols, which come one at a time.
  case ambiguousSymbol = 4
  /// Two columns in terminals that know it: regional indicators and what came after Unicode 14.
  case unsettledWide = 5
  /// A spacing combining mark: one column in most terminals, none in some.
  case spacingMark = 6

  init(_ scalar: Unicode.Scalar) {
    guard scalar.value >= 0xA1 else {
      self = .narrow
      return
    }
    let runs = WidthTable.runs
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle] >> 3 <= scalar.value { low = middle + 1 } else { high = middle }
    }
    self = low == 0 ? .narrow : ScalarClass(rawValue: runs[low - 1] & 7) ?? .narrow
  }

  var columns: Int {
    switch self {
    case .zero: 0
    case .narrow, .ambiguousInRuns, .ambiguousSymbol, .spacingMark: 1
    case .wide, .unsettledWide: 2
    }
  }
}

extension Unicode.Scalar {
  static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
  static let emojiVariation: Unicode.Scalar = "\u{FE0F}"
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Narrow as text, wide when U+FE0F follows.
  var becomesWideAsEmoji: Bool {
    let pairs = WidthTable.emojiByVariation
    var low = 0
    var high = pairs.count / 2
    while low < high {
      let middle = (low + high) / 2
      if pairs[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
    }
    return 2 * low < pairs.count && pairs[2 * low] <= value
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Marks that every terminal puts on the letter before them: Latin, Hebrew, Arabic, Thai, kana.
  var isSettledMark: Bool {
    switch value {
    case 0x300...0x36F, 0x591...0x5BD, 0x64B...0x652, 0xE31, 0xE34...0xE3A, 0xE47...0xE4E,
      0x3099, 0x309A:
      true
    default: false
    }
  }
}
