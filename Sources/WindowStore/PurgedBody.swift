public import BoardModel

/// Takes out of a body that was left by an editor what its card does not have any longer, as it was
/// purged. What the person typed stays.
public enum PurgedBody {
  public struct Reduced: Equatable, Sendable {
    public let text: [UInt8]
    public let opened: [UInt8]
  }

  /// - Parameter board: the board as the window shows it, with the edits that are not sent.
  /// - Returns: nil where there is nothing to take out, or nothing can be told apart.
  public static func reduced(_ edited: EditedBody, on board: Board) -> Reduced? {
    guard isConcerned(edited.card, board),
      var body = OpenedBody.body(edited.opened, of: edited.card),
      let text = String(validating: edited.text, as: UTF8.self)
    else { return nil }
    let present = board.card(edited.card)?.body
    let opened = remains(of: body, in: present)
    let splices = SpliceDiff.splices(from: body, to: Array(text.unicodeScalars))
    for (number, splice) in splices.enumerated() {
      guard body.apply(splice, by: typing(number)) else { return nil }
    }
    let reduced = Reduced(
      text: Array(plain(body, in: present).utf8),
      opened: OpenedBody.bytes(opened, of: edited.card))
    return reduced == Reduced(text: edited.text, opened: edited.opened) ? nil : reduced
  }

  /// Whether the card was purged, or what its body held before.
  public static func isConcerned(_ card: CardID, _ board: Board) -> Bool {
    board.purge(of: card) != nil || (board.compaction(of: .cardBody(card))?.purge ?? 0) > 0
  }

  /// The operation that stands for what was typed in the editor: no session has this identifier.
  private static func typing(_ number: Int) -> OperationID {
    OperationID(session: typist, epoch: 0, counter: UInt64(number) + 1)
  }

  private static let typist = SessionID(high: 0, low: 0)

  private static func remains(of body: Text, in present: Text?) -> Text {
    var remains = Text()
    guard let present else { return remains }
    for run in body.runs where !run.deleted {
      for (index, scalar) in run.scalars.enumerated() {
        let identity = run.identity(at: index)
        guard present.contains(identity) else { continue }
        remains.append(TextRun(start: identity, step: .offset, scalars: [scalar], deleted: false))
      }
    }
    return remains
  }

  /// What is left of an edited body. Where the card is gone, each typed piece gets a line.
  private static func plain(_ body: Text, in present: Text?) -> String {
    var scalars = String.UnicodeScalarView()
    var isTorn = false
    for run in body.runs where !run.deleted {
      for (index, scalar) in run.scalars.enumerated() {
        let identity = run.identity(at: index)
        let isTyped = identity.operation.session == typist
        guard isTyped || present?.contains(identity) == true else {
          isTorn = present == nil
          continue
        }
        if isTorn, scalars.last.map({ $0 != "\n" }) ?? false { scalars.append("\n") }
        isTorn = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
