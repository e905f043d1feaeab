import BoardModel
import Coordination
import LogRecords
import Testing
import Wire

func drag(_ number: UInt64) -> DragID { DragID(high: 0xD7, low: number) }

extension DragContent {
  static func cards(
    _ numbers: UInt64..., pointer: Bool = false, moves: Bool = true, copies: Bool = true,
    types: [String] = CardRepresentation.allCases.map(\.rawValue)
  ) -> DragContent {
    DragContent(
      isPointer: pointer, moves: moves, copies: copies,
      items: numbers.map {
        DragItem(card: card($0), title: "Card \($0)", types: types)
      })
  }
}

extension CoordinatorHarness {
  /// Attaches a window that knows of drags, and forgets what it was told.
  mutating func dragger(
    _ number: UInt64, user: String = "ann", device: String = "laptop", instance: UInt64 = 1,
    board id: BoardID = board(1)
  ) throws -> ConnectionID {
    let connection = try greeted(user: user, device: device, hello: .dragging)
    let body = AttachWindow(
      manner: .resume, previous: nil, activity: .board, place: "tty\(number)",
      attach: attachBody(number, instance: instance, board: id))
    let reply = try request(connection, body)
    guard case .attached = reply else { throw Unexpected(reply) }
    return connection
  }

  /// What a window was last told that its user carries; nil if it was told nothing since.
  mutating func carried(_ id: ConnectionID) -> Carried? {
    take(id).compactMap { if case .carried(let carried) = $0 { carried } else { nil } }.last
  }

  mutating func lift(
    _ id: ConnectionID, _ number: UInt64, _ content: DragContent = .cards(1)
  ) throws {
    let reply = try request(id, Lift(drag: drag(number), content: content))
    guard case .lifted = reply else { throw Unexpected(reply) }
  }

  /// Answers what a window is asked for, with what it is given; nil to refuse.
  mutating func answerLoad(
    _ id: ConnectionID, _ answer: (Load) -> Part?
  ) -> Load? {
    for frame in peers[id]?.frames ?? [] where frame.type == Load.type {
      guard case .load(let load) = try? Message(frame) else { continue }
      peers[id]?.frames.removeAll { $0 == frame }
      if let part = answer(load) {
        send(id, part.frame(request: frame.request, flags: .response))
      } else {
        let refusal = ErrorMessage(code: .representationUnavailable, text: "no")
        send(id, refusal.frame(request: frame.request, flags: .response))
      }
      return load
    }
    return nil
  }
}
