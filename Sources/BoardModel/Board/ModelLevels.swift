/// What a program knows of model levels: which is the newest, and which intents need one.
///
/// There is only one level so far. Tests have another, to show what follows when a board is raised
/// above what a window knows.
public struct ModelLevels: Sendable {
  public let newest: UInt16
  private let needed: @Sendable (Intent) -> UInt16

  /// - Parameter needed: gives the lowest level of a board that takes the intent, which is no
  ///   batch.
  public init(newest: UInt16, needed: @escaping @Sendable (Intent) -> UInt16) {
    (self.newest, self.needed) = (newest, needed)
  }

  public static let released = ModelLevels(newest: 1) { _ in 1 }

  /// The lowest level of a board that takes the intent.
  public func needed(by intent: Intent) -> UInt16 {
    if case .batch(let intents) = intent {
      intents.lazy.map(needed).max() ?? 1
    } else {
      needed(intent)
    }
  }
}
