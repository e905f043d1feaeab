/// SHA-256 (FIPS 180-4), so that a digest needs no library in any language.
public struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  public init() {}

  /// - Returns: 32 bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  public mutating func update(_ bytes: [UInt8]) {
    length &+= UInt64(bytes.count)
    var position = 0
    if !rest.isEmpty {
      position = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<position])
      guard rest.count == 64 else { return }
      compress(rest, at: 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - position >= 64 {
      compress(bytes, at: position)
      position += 64
    }
    rest.append(contentsOf: bytes[position...])
  }

  /// - Returns: 32 bytes.
  public mutating func finish() -> [UInt8] {
    rest.append(0x80)
    rest.append(contentsOf: repeatElement(0, count: (120 - rest.count) % 64))
    append(UInt32(truncatingIfNeeded: length >> 29), to: &rest)
    append(UInt32(truncatingIfNeeded: length << 3), to: &rest)
    for start in stride(from: 0, to: rest.count, by: 64) { compress(rest, at: start) }
    var result: [UInt8] = []
    result.reserveCapacity(32)
    for index in state.indices { append(state[index], to: &result) }
    return result
  }

  private mutating func compress(_ bytes: [UInt8], at start: Int) {
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let at = start + index * 4
      schedule[index] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
        | UInt32(bytes[at + 3])
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
      let small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
      schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = h &+ big1 &+ ((e & f) ^ (~e & g)) &+ roundConstants[index] &+ schedule[index]
      let big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let second = big0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    let words: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    for index in words.indices { state[index] = state[index] &+ words[index] }
  }
}

private func append(_ word: UInt32, to bytes: inout [UInt8]) {
  for shift in stride(from: 24, through: 0, by: -8) {
    bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
  }
}

private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 - count)
}

private let roundConstants: InlineArray<64, UInt32> = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]
