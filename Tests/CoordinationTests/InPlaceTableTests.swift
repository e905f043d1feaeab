import Randomness
import Testing

@testable import Coordination

struct InPlaceTableTests {
  @Test("A table holds what a dictionary does, whatever is done to both", arguments: 0..<20)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = InPlaceTable<Int, [Int]>()
    var model: [Int: [Int]] = [:]
    for step in 0..<400 {
      let key = Int.random(in: 0..<12, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        table[key] = [step]
        model[key] = [step]
      case 1:
        #expect(table.removeValue(forKey: key) == model.removeValue(forKey: key))
      case 2:
        table[key] = nil
        model[key] = nil
      case 3:
        table[key]?.append(step)
        model[key]?.append(step)
      case 4:
        let found = table.change(key) { value in
          value.append(-step)
          return value.count
        }
        model[key]?.append(-step)
        #expect(found == model[key]?.count)
      default: #expect(table.read(key) { $0 } == model[key])
      }
      #expect(table[key] == model[key])
      #expect(table.count == model.count)
      #expect(table.isEmpty == model.isEmpty)
      #expect(Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) }) == model)
      #expect(table.keys.count == table.values.count)
    }
  }

  @Test("What a flood made large is small again after it, and nothing else is given back")
  func spareRoom() {
    var table = InPlaceTable<Int, String>()
    var dictionary: [Int: String] = [:]
    for key in 0..<4_000 {
      table[key] = "\(key)"
      dictionary[key] = "\(key)"
    }
    let least = (table.values.capacity, dictionary.capacity)
    #expect(least.0 >= 4_000 && least.1 >= 4_000)
    // It grew by a quarter at a time.
    #expect(least.0 < 5_400)
    for key in 0..<3_900 {
      table[key] = nil
      dictionary[key] = nil
      dictionary.giveBackSpareRoom()
      // Half of it in use is no reason.
      if key == 2_000 {
        #expect(table.values.capacity == least.0 && dictionary.capacity == least.1)
      }
    }
    #expect(table.values.capacity < 1_200 && table.keys.capacity < 1_200)
    #expect(dictionary.capacity < 1_200)
    for key in 3_900..<4_000 {
      #expect(table[key] == "\(key)" && dictionary[key] == "\(key)")
    }
    #expect(table.count == 100 && dictionary.count == 100)
  }

  @Test("A change keeps a value where it was among the others")
  func places() {
    var table = InPlaceTable<Int, String>()
    for key in 0..<5 { table[key] = "\(key)" }
    table[2]?.append("!")
    table.change(0) { $0.append("?") }
    #expect(table.keys == [0, 1, 2, 3, 4])
    #expect(table.values == ["0?", "1", "2!", "3", "4"])
    table[1] = nil
    #expect(table.keys == [0, 4, 2, 3])
    #expect(table.values == ["0?", "4", "2!", "3"])
  }
}
