import BoardModel
import WindowSync

// What the person carries from window to window, and what others ask them to look at.
extension BoardWindow {
  mutating func take(_ report: DragReport) {}

  mutating func invited(by author: Author, _ subject: Subject, _ title: String) {
    desk.notices.add(
      Notice("\(author.user) asks you to look at “\(title)”.", .news), now: desk.now)
  }
}
