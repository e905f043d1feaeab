import BoardModel
import Wire

/// A SUBMIT that retitles a card, encoded once: what differs from one edit to the next is written
/// into its bytes.
package struct EditTemplate {
  private var bytes: [UInt8]
  private let counter: Int
  private let base: Int
  private let words: Int

  package init?(session: SessionID, epoch: UInt32, card: CardID) {
    let (counter, base): (UInt64, UInt64) = (0x1122_3344_5566_7788, 0x99AA_BBCC_DDEE_FF00)
    let operation = Operation(
      id: OperationID(session: session, epoch: epoch, counter: counter), base: base, queued: false,
      intent: .cardRetitle(card, title: EditWords.words(0)))
    bytes = Submit(operation: operation).frame(request: 1).bytes
    guard let counterAt = bytes.firstRange(of: EditTemplate.bytes(of: counter)),
      let baseAt = bytes.firstRange(of: EditTemplate.bytes(of: base)),
      let wordsAt = bytes.firstRange(of: Array("00000000 as".utf8))
    else { return nil }
    (self.counter, self.base) = (counterAt.lowerBound, baseAt.lowerBound)
    words = wordsAt.lowerBound
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  package mutating func frame(request: UInt64, counter: UInt64, base: UInt64) -> [UInt8] {
    put(request, at: 8)
    put(counter, at: self.counter)
    put(base, at: self.base)
    var rest = counter
    for index in (words..<words + 8).reversed() {
      bytes[index] = UInt8(0x30 + rest % 10)
      rest /= 10
    }
    return bytes
  }

  private mutating func put(_ number: UInt64, at start: Int) {
    for index in 0..<8 {
      bytes[start + index] = UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64(index)))
    }
  }
}
