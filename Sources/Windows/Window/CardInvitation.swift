import BoardModel
import WindowSync
import Wording

/// A card that another user asked this one to look at.
struct CardInvitation: Hashable, Sendable {
  let user: String
  let card: CardID
}

/// What became of asking another user to look at something.
public enum InviteAnswer: Hashable, Sendable {
  /// This many of the user's windows on the board show the invitation.
  case told(windows: Int)
  /// The reason why nobody was asked, as the end of a sentence.
  case failed(reason: String)
}

// This part handles what others ask this person to look at: it is only reported, until the person
// asks for it (SPEC.md WIN-031).
extension BoardWindow {
  mutating func invited(by author: Author, _ subject: Subject, _ title: String) {
    var name = "“\(title)”"
    var key = ""
    if case .card(let card) = subject {
      if model.card(card) != nil { name = model.words.card(card) }
      if BoardCommand.openInvitation.refusal(in: model.view.shownSubject) == nil {
        model.others.invite(CardInvitation(user: author.user, card: card))
        key = " \(Keymap.board.key(of: .openInvitation)) opens it."
      }
    }
    model.report("\(author.user) asks you to look at \(name).\(key)", .news, about: .invitation)
  }

  /// Reports the result of asking another user.
  mutating func inviteAnswered(_ user: String, _ subject: Subject, _ answer: InviteAnswer) {
    let name = model.view.name(of: subject)
    switch answer {
    case .told(windows: 0):
      model.refuse("\(user) has no window on this board now: nobody was asked.")
    case .told(let windows):
      model.answer(
        windows == 1
          ? "Asked \(user) to look at \(name)."
          : "Asked \(user) to look at \(name), in \(windows) windows.")
    case .failed(let reason):
      model.refuse("\(user) was not asked: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
    }
  }
}

extension WindowModel {
  /// Opens the card of the invitation to be read, as Enter would, with the focus on it if it is
  /// visible.
  mutating func openInvitation() -> Mode {
    guard let invitation = others.takeInvitation() else {
      refuse("Nobody has asked you to look at anything here.")
      return .browsing
    }
    notices.withdraw(.invitation)
    guard let card = card(invitation.card) else {
      refuse("The card that \(invitation.user) asked you to look at is gone.")
      return .browsing
    }
    read(card.id)
    return .browsing
  }

  /// - Returns: whether the user is asked; if not, the reason has been shown.
  mutating func invite(_ typed: String, to card: CardID) -> Bool {
    guard let user = Author.userName(typed: typed) else {
      refuse("No user is named so: letters, digits and . _ - only, and not everyone.")
      return false
    }
    guard user != self.user else {
      refuse("That is you.")
      return false
    }
    effects.append(.invite(user: user, .card(card)))
    answer("Asking \(user) …")
    return true
  }
}
