/// One connection to a service under load.
package protocol Client: AnyObject {
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
