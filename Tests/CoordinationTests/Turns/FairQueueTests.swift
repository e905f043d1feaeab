import Testing

@testable import Coordination

@Suite("Work in turns of those who asked")
struct FairQueueTests {
  @Test("Who asks for one thing waits for one of each other, not for all that another asked for")
  func turns() {
    var queue = FairQueue<String>(width: 1)
    for number in 1...100 { queue.add("flood \(number)", of: .user("flood")) }
    queue.add("ann's", of: .user("ann"))
    queue.add("ben's", of: .user("ben"))
    var order: [String] = []
    while let item = queue.next() {
      order.append(item)
      queue.finish()
    }
    #expect(order.prefix(4) == ["flood 1", "ann's", "ben's", "flood 2"])
    #expect(order.count == 102)
  }

  @Test("No more is handed out than may be under way", arguments: [1, 4])
  func width(_ width: Int) {
    var queue = FairQueue<Int>(width: width)
    for number in 0..<10 { queue.add(number, of: .user("ann")) }
    var handed: [Int] = []
    while let item = queue.next() { handed.append(item) }
    #expect(handed == Array(0..<width))
    queue.finish()
    let next = queue.next()
    let more = queue.next()
    #expect(next == width)
    #expect(more == nil)
  }
}
