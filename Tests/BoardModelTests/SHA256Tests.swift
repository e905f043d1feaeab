import BoardModel
import Randomness
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "Published vectors of FIPS 180",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
          + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func published(message: String, digest: String) {
    #expect(hexadecimal(SHA256.hash(Array(message.utf8))) == digest)
  }

  @Test("A million times the letter a")
  func million() {
    var hash = SHA256()
    let piece = [UInt8](repeating: 0x61, count: 1_000)
    for _ in 0..<1_000 { hash.update(piece) }
    #expect(
      hexadecimal(hash.finish())
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// `hashlib.sha256` of Python over the digests of `bytes(range(n))` for n from 0 to 200: every
  /// length around the bounds of a block and of its padding.
  @Test("Every length from 0 to 200 bytes, whole and byte by byte")
  func lengths() {
    var all = SHA256()
    for count in 0...200 {
      let message = (0..<count).map { UInt8($0) }
      let whole = SHA256.hash(message)
      all.update(whole)
      var slowly = SHA256()
      for byte in message { slowly.update([byte]) }
      #expect(slowly.finish() == whole, "\(count) bytes")
    }
    #expect(
      hexadecimal(all.finish())
        == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
  }

  @Test("However a message is cut, its digest is the same")
  func cuts() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let message = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var hash = SHA256()
      var position = 0
      while position < message.count {
        let end = Int.random(in: position...message.count, using: &random)
        hash.update(Array(message[position..<end]))
        position = end
      }
      #expect(hash.finish() == SHA256.hash(message))
    }
  }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }.joined()
}
