/// A control sequence that the terminal sends: what comes after ESC [ until its final byte.
struct ControlSequence: Equatable {
  private var bytes: [UInt8] = []
  private var isTooLong = false

  enum Step {
    case more(ControlSequence)
    case done(Input?)
    /// ESC [ [ came. One byte follows, which names a function key of the Linux console.
    case consoleFunction
    /// ESC [ M came. Three bytes follow, which are an X10 mouse report.
    case mouseBytes
    case pasteStart
    /// The byte cannot be part of a sequence, so the sequence ends here unfinished.
    case aborted
  }

  var isEmpty: Bool { bytes.isEmpty }

  func adding(_ byte: UInt8) -> Step {
    switch byte {
    case 0x5B where isEmpty: return .consoleFunction
    case 0x4D where isEmpty: return .mouseBytes
    case 0x20...0x3F:
      var next = self
      if bytes.count < InputDecoder.maximumSequenceBytes {
        next.bytes.append(byte)
      } else {
        next.isTooLong = true
      }
      return .more(next)
    case 0x40...0x7E:
      if isTooLong { return .done(nil) }
      if byte == 0x7E, bytes == [0x32, 0x30, 0x30] { return .pasteStart }
      return .done(input(final: byte))
    default: return .aborted
    }
  }

  private func input(final: UInt8) -> Input? {
    let parameters = bytes.prefix { (0x30...0x3F).contains($0) }
    let intermediates = bytes.dropFirst(parameters.count)
    let marker = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let numbers = ControlSequence.numbers(marker == nil ? parameters : parameters.dropFirst())
    guard let numbers else { return nil }
    switch (marker, Array(intermediates), final) {
    case (nil, [], 0x49): return numbers.isEmpty ? .focus(true) : nil
    case (nil, [], 0x4F): return numbers.isEmpty ? .focus(false) : nil
    case (nil, [], _): return KeyCodes.input(final: final, numbers)
    case (0x3C, [], 0x4D), (0x3C, [], 0x6D):
      return MouseReport.event(numbers, isRelease: final == 0x6D).map(Input.mouse)
    case (0x3F, [], 0x63): return .reply(.deviceAttributes(numbers.map { $0.first ?? 0 }))
    case (0x3F, [0x24], 0x79): return ControlSequence.modeReport(numbers)
    default: return nil
    }
  }

  /// The terminal's report on a private mode (DECRPM). Values 1 to 3 mean that the terminal has the
  /// mode; 0 means unknown, 4 permanently off.
  private static func modeReport(_ numbers: [[Int]]) -> Input? {
    guard numbers.count == 2, numbers[0] == [2026], let value = numbers[1].first else { return nil }
    return .reply(.synchronizedOutput((1...3).contains(value)))
  }

  /// The parameters, each with its parts after colons; one that is left out is 0. Nil if a
  /// parameter is not a number, or is above U+10FFFF, the largest value that a terminal sends.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [[Int]]? {
    if bytes.isEmpty { return [] }
    var numbers: [[Int]] = [[0]]
    for byte in bytes {
      let last = numbers.count - 1
      let part = numbers[last].count - 1
      switch byte {
      case 0x30...0x39:
        numbers[last][part] = numbers[last][part] * 10 + Int(byte - 0x30)
        if numbers[last][part] > 0x10FFFF { return nil }
      case 0x3A: numbers[last].append(0)
      case 0x3B: numbers.append([0])
      default: return nil
      }
    }
    return numbers
  }
}
