import Testing

@testable import Coordination

@Suite("Work that several wait for")
struct SharedWorkTests {
  @Test("What a flood asked for first comes with the turn of whoever else waits for it, once")
  func joined() {
    var work = SharedWork<Int, String>(width: 1)
    for number in 0..<100 { work.add(number, "work \(number)", of: .user("flood")) }
    work.join(99, of: .user("ann"))
    var order: [String] = []
    while let next = work.next() {
      order.append(next)
      work.finish()
    }
    #expect(order.prefix(3) == ["work 0", "work 99", "work 1"])
    #expect(order.count == 100)
    #expect(Set(order).count == 100)
  }

  @Test("What is under way or done is not handed out again to who joins late")
  func late() {
    var work = SharedWork<Int, String>(width: 2)
    work.add(1, "one", of: .user("flood"))
    let first = work.next()
    work.join(1, of: .user("ann"))
    let second = work.next()
    work.finish()
    work.join(1, of: .user("ben"))
    let third = work.next()
    work.add(2, "two", of: .user("ben"))
    work.add(3, "three", of: .user("ann"))
    work.add(4, "four", of: .user("ann"))
    let rest = [work.next(), work.next(), work.next()]
    #expect(first == "one")
    #expect(second == nil)
    #expect(third == nil)
    #expect(rest == ["two", "three", nil])
  }
}
