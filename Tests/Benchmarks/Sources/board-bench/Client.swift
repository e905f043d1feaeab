/// One connection to a service under load.
protocol Client: AnyObject {
  var link: Link { get }
  /// Whether it follows what it should.
  var isReady: Bool { get }
  /// The edits of this connection that the service said to be durable.
  var completed: Int { get }
  /// The edits, anybody's, that the service told of.
  var delivered: Int { get }
  /// Called for each edit of this connection that is durable.
  var whenCompleted: (() -> Void)? { get set }
  /// Called with the number of edits that came at once.
  var whenDelivered: ((Int) -> Void)? { get set }
  /// The bytes of the whole content that was fetched last.
  var contentBytes: Int { get }

  /// Sends an edit of 100 bytes of words.
  func edit()
  /// Ends the connection without a word.
  func drop()
}

/// What an edit says: as many bytes in every service.
enum EditWords {
  static let count = 100

  static func words(_ number: Int) -> String {
    let digits = String(number)
    let start = String(repeating: "0", count: max(8 - digits.count, 0)) + digits
    return start + String(repeating: " as it is called from now on", count: 4).prefix(count - 8)
  }
}

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
  /// The processor time of the longest turn so far, in milliseconds; nil where nobody counts it.
  func longestTurn() throws -> Double?
  func stop()
}

extension Service {
  func longestTurn() throws -> Double? { nil }
}
