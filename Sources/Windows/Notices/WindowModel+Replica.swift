import BoardModel
import WindowSync
import Wording

// This part takes in that an edit was not made.
extension WindowModel {
  /// - Parameter isKept: whether the text of the edit is still on the screen.
  mutating func refused(_ intent: Intent?, _ refusal: EditRefusal, isKept: Bool) {
    view.await(nil)
    switch intent {
    case .receiptsSeen, .receiptSeen:
      inbox.wasNotAsked()
      return edits.wasRefused()
    default: break
    }
    switch refusal {
    case .notStored:
      if let intent { edits.wasNotStored(intent, keeps: !isKept) }
    case .undeliverable: edits.wasUndeliverable()
    case .leftOut(let id, _):
      edits.wasLeftOut(id)
      // It is made again when the role allows it.
      if let intent, !isKept { edits.strand(intent) }
    case .noBoard, .readOnly, .queueFull:
      edits.wasRefused()
      if let intent, !isKept { edits.strand(intent) }
    case .tooLarge, .nothingToUndo, .nothingToRedo: edits.wasRefused()
    }
    // The answer to the action may have become untrue.
    notices.endAnswer()
    guard refusal.losesWork else { return refuse(refusal.text) }
    report(refusal.text, .loss)
    effects.append(.bell)
  }
}

extension EditRefusal {
  fileprivate var text: String {
    switch self {
    case .noBoard: "The board is not loaded yet."
    case .readOnly(let standing): standing.obstacle ?? "Nothing can be edited here now."
    case .tooLarge: "This is too much for one edit."
    case .queueFull: "Too many edits wait for the coordinator: this one was not made."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .notStored(let reason): "An edit could not be written to disk: \(reason)"
    case .undeliverable(let reason), .leftOut(_, let reason):
      "The coordinator does not take an edit: \(reason)"
    }
  }

  /// Whether the refusal comes later than the action, and undoes something that the person believes
  /// done.
  fileprivate var losesWork: Bool {
    switch self {
    case .notStored, .undeliverable, .leftOut: true
    case .noBoard, .readOnly, .tooLarge, .queueFull, .nothingToUndo, .nothingToRedo: false
    }
  }
}

extension Notice {
  /// What the person is told whose window was closed from elsewhere and does not end.
  /// - Parameter reason: the sentence that says who closed it, and why.
  public static func goesOn(_ reason: String) -> Notice {
    Notice("\(reason) It stays open, as it holds what you typed and did not send.", .loss)
  }
}

extension ReplicaNotice {
  /// What the person is told; nil where there is nothing to tell.
  var words: Notice? {
    switch self {
    case .ended: nil  // The standing says so.
    case .ending(_, let reason, let author):
      Notice(
        "\(author.user) closes this window from \(author.device)"
          + (reason.isEmpty ? "." : ": \(reason)."), .loss)
    case .resubmitted(0): nil
    case .resubmitted(let count):
      Notice(
        count == 1
          ? "An edit that had not been sent is sent now."
          : "\(count) edits that had not been sent are sent now.", .news)
    case .expired:
      Notice("This window was closed or forgotten meanwhile; it goes on as a new one.", .news)
    case .storeReplaced(isKept: true):
      Notice(
        "The coordinator's data was replaced. `board unsent` names this board as it was before.",
        .loss)
    case .storeReplaced(isKept: false):
      Notice("The coordinator's data was replaced; the board was loaded afresh.", .loss)
    case .diverged(let sequence):
      Notice(
        "This copy of the board differed from the coordinator's at edit \(sequence); "
          + "it was loaded afresh.", .loss)
    case .storeUnavailable(let reason):
      Notice("Kept here, not sent yet: \(reason)", .loss)
    case .infoNotKept(let reason):
      Notice("On another device this window would not open as you leave it. \(reason)", .news)
    case .coordinatorFault(let reason):
      Notice("The coordinator answered wrongly: \(reason)", .loss)
    }
  }
}
