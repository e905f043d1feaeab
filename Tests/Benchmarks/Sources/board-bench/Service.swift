import LoadParts

/// A place where edits are made and told of: a board, or a stream and a channel.
struct Place: Hashable {
  let number: UInt64
  /// The cards or fields in it.
  let cards: Int
}

/// A service under load, of which this program started a process or was told an address.
protocol Service: AnyObject {
  var name: String { get }
  /// The processes that serve.
  var process: ServedProcess? { get }

  /// Makes a place with as many cards, each with a body of 300 bytes.
  func makePlace(cards: Int, _ loop: Loop) throws -> Place
  /// Connects a writer that edits a card of its own, and is told of edits where `follows`.
  func writer(_ index: Int, of place: Place, follows: Bool, _ loop: Loop) throws -> any Client
  /// Connects a reader that is told of edits, and has the content already.
  func reader(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client
  /// Connects a reader that has nothing and fetches the whole content.
  func joiner(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client
  /// Connects a reader as `joiner` does, which is the same window each time for the same index.
  func visitor(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client
  /// The processor time of the longest turn so far, in milliseconds; nil where nobody counts it.
  func longestTurn() throws -> Double?
  func stop()
}

extension Service {
  func visitor(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client {
    try joiner(index, of: place, loop)
  }

  func longestTurn() throws -> Double? { nil }
}
