/// A message to the person at the bottom of the window.
public struct Notice: Hashable, Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The result of the person's own action. The answer to their next action replaces it.
    case answer
    /// The reason why the person's own action did nothing, or not all of it.
    case refusal
    /// Something that others did, or that happened by itself.
    case news
    /// Something of this person's was replaced, refused or not kept, or needs attention.
    case loss
  }

  public let text: String
  public let kind: Kind

  public init(_ text: String, _ kind: Kind) {
    self.text = text
    self.kind = kind
  }

  /// Whether it answers an action, and holds only until the next one.
  var isAnswer: Bool {
    switch kind {
    case .answer, .refusal: true
    case .news, .loss: false
    }
  }

  var isWarning: Bool {
    switch kind {
    case .refusal, .loss: true
    case .answer, .news: false
    }
  }

  /// The subject of a notice that may cease to be true before it was read.
  enum Topic: Hashable, Sendable, CaseIterable {
    /// Whether anything can be edited here.
    case access
    /// An undo that was stopped, and that can be forced.
    case guardedUndo
    /// A card that another user asks this one to look at.
    case invitation
    /// What this person may do on the board.
    case role
    /// The certificate of this device.
    case certificate
  }
}
