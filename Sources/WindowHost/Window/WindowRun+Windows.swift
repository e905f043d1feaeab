import BoardModel
import Screen
import WindowSync
import Windows
import Wire

// This window among the others of its user.
extension WindowRun {
  func take(windows effect: ReplicaEffect) {
    switch effect {
    case .activated(let author): comeToFront(for: author)
    case .windowsGone(let gone):
      for window in gone { queue.append(.window(.notice(Notice(window.sentence, .news)))) }
    default: return
    }
  }

  private func comeToFront(for author: Author) {
    screen.write(TerminalRequest.bell)
    let place = author.device == setting.author.device ? "" : " on \(author.device)"
    queue.append(.window(.notice(Notice("You asked for this window\(place).", .news))))
  }
}

extension GoneWindow {
  /// For a person whose window it was.
  fileprivate var sentence: String {
    let why = reason.isEmpty ? "" : ": \(reason)"
    return "Your window “\(activity.title)” was closed by \(author.user) on "
      + "\(author.device)\(why)."
  }
}
