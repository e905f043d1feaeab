import Files
import Testing

@Suite("Random bytes")
struct RandomBytesTests {
  @Test("There are as many as asked for, and all are made", arguments: [0, 1, 16, 256, 257, 4_096])
  func count(_ count: Int) {
    // Each of them is 0 in all of twenty with a chance of 2^-160.
    var sum = [UInt8](repeating: 0, count: count)
    for _ in 0..<20 {
      let bytes = RandomBytes.make(count)
      #expect(bytes.count == count)
      for index in bytes.indices { sum[index] |= bytes[index] }
    }
    #expect(!sum.contains(0))
  }
}
