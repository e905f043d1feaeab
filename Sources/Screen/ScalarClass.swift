/// How many columns one scalar takes on a terminal, and how far terminals agree about that.
enum ScalarClass: UInt32 {
  /// One column in every terminal.
  case narrow = 0
  /// No column of its own: the scalar joins the one before it.
  case zero = 1
  /// Two columns in every terminal.
  case wide = 2
  /// One column, or two in terminals set up for East Asian text. These are letters and line
  /// drawing, which come in long runs.
  case ambiguousInRuns = 3
  /// One column, or two in terminals set up for East Asian text. These are symbols, which come
  /// singly.
  case ambiguousSymbol = 4
  /// Two columns in terminals that know the scalar: regional indicators, and what was added after
  /// Unicode 14.
  case unsettledWide = 5
  /// A spacing combining mark, which takes one column in most terminals and none in some.
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

  /// Whether the scalar is narrow as text and wide when U+FE0F follows.
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

  /// Whether this is a mark that every terminal puts on the letter before it: of Latin, Hebrew,
  /// Arabic, Thai or kana.
  var isSettledMark: Bool {
    switch value {
    case 0x300...0x36F, 0x591...0x5BD, 0x64B...0x652, 0xE31, 0xE34...0xE3A, 0xE47...0xE4E,
      0x3099, 0x309A:
      true
    default: false
    }
  }
}
