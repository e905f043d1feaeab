/// The typed texts that are only on the screen because the disk did not take them, and whether the
/// person may leave all the same.
enum UnkeptDrafts: Hashable, Sendable {
  case none
  case some(Texts)
  /// The person was told what leaving would lose, and has pressed no other key since.
  case warned(Texts)

  struct Texts: Hashable, Sendable {
    let count: Int
    /// The reason why no disk has them, as the end of a sentence.
    let reason: String
  }

  enum Event: Hashable, Sendable {
    case saved
    /// The disk failed; nil if the state that it did not take held no text.
    case failed(Texts?)
    /// The person leaves the window.
    case left
    /// The person presses a key that does not leave the window.
    case key
  }

  enum Effect: Hashable, Sendable {
    /// The person is told that a text is not saved.
    case tell(Texts)
    /// The window stays, and the person is told what would be lost.
    case stay(Texts)
    /// Everything is on disk again.
    case recovered
  }

  mutating func handle(_ event: Event) -> Effect? {
    let (next, effect) = UnkeptDrafts.transition(self, event)
    self = next
    return effect
  }

  private static func transition(
    _ state: UnkeptDrafts, _ event: Event
  ) -> (UnkeptDrafts, Effect?) {
    switch (state, event) {
    case (.none, .failed(let texts?)): (.some(texts), .tell(texts))
    case (.none, _), (_, .failed(nil)): (.none, nil)
    case (_, .saved): (.none, .recovered)
    case (.some, .failed(let texts?)): (.some(texts), nil)
    case (.warned, .failed(let texts?)): (.warned(texts), nil)
    case (.some(let texts), .left): (.warned(texts), .stay(texts))
    case (.warned, .left), (.some, .key): (state, nil)
    case (.warned(let texts), .key): (.some(texts), nil)
    }
  }

  var texts: Texts? {
    switch self {
    case .none: nil
    case .some(let texts), .warned(let texts): texts
    }
  }
}
