import HandmadeHello

/// The hellos that attackers send: each group with a key share that is good as far as one can tell.
enum Hellos {
  /// A group of RFC 8446, 4.2.7, with a public key of it.
  private static func hello(_ group: UInt16, _ key: [UInt8]) -> [[UInt8]] {
    var hello = HandmadeHello()
    hello.protocols = ["board/1"]
    hello.groups = [group]
    hello.shares = [(group, key)]
    return [hello.records()]
  }

  static let x25519 = hello(0x001D, HandmadeHello.point)
  static let x448 = hello(0x001E, [5] + [UInt8](repeating: 0, count: 55))
  static let p256 = hello(0x0017, [4] + hex(NamedPoints.p256))
  static let p384 = hello(0x0018, [4] + hex(NamedPoints.p384))
  static let p521 = hello(0x0019, [4] + hex(NamedPoints.p521))

  /// A group of RFC 7919. Its key is any number that is not too small: 2 to the power of 1,000.
  static func ffdhe(bits: Int) -> [[UInt8]] {
    let group: UInt16 =
      switch bits {
      case 2_048: 0x0100
      case 3_072: 0x0101
      case 4_096: 0x0102
      case 6_144: 0x0103
      default: 0x0104
      }
    var key = [UInt8](repeating: 0, count: bits / 8)
    key[key.count - 126] = 1
    return hello(group, key)
  }

  /// Hellos that are wrong in ways that show sooner or later.
  static let broken: [[UInt8]] = {
    let good = HandmadeHello()
    func changed(_ change: (inout HandmadeHello) -> Void) -> [UInt8] {
      var hello = good
      change(&hello)
      return hello.records()
    }
    return [
      good.records(of: 1),
      changed { $0.surplus = 1 },
      changed { $0.versions = [0x0303] },
      changed { $0.suites = [0x1304] },
      changed { $0.shares = [(HandmadeHello.x25519, [UInt8](repeating: 0, count: 32))] },
      changed { $0.shares = [(0x0017, [4] + [UInt8](repeating: 1, count: 64))] },
      changed { $0.shares = [] },
      changed { $0.protocols = ["h2"] },
      changed { $0.more = [HandmadeHello.padding(15_000)] },
      changed { $0.more = [HandmadeHello.padding(60_000)] },
      changed { $0.more = HandmadeHello.earlyData },
      HandmadeHello.record(23, good.message), HandmadeHello.record(21, [2, 40]),
      [22, 3, 1, 0xFF, 0xFF] + good.message, Array("GET / HTTP/1.1\r\n\r\n".utf8),
    ]
  }()

  private static func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// The generators of NIST's curves, both coordinates (SP 800-186, 3.2.1).
private enum NamedPoints {
  static let p256 =
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
  static let p384 =
    "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38"
    + "5502f25dbf55296c3a545e3872760ab7"
    + "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0"
    + "0a60b1ce1d7e819d7a431d7c90ea0e5f"
  static let p521 =
    "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d"
    + "3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66"
    + "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e"
    + "662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650"
}
