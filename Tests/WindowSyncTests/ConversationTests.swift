import BoardModel
import SampleHistory
import Statements
import Testing
import Wire

@testable import WindowSync

/// A window takes what the table of messages allows a coordinator, and nothing else.
@Suite("Conversation")
struct ConversationTests {
  private static let messages = WaitingWindow.messages

  /// A conversation whose WELCOME named all features but one.
  private static func greeted(without feature: UInt16? = nil) throws -> Conversation<MessageKind> {
    var conversation = Conversation<MessageKind>(agent: "test", grease: 1, now: 0)
    let welcome = Welcome(
      minor: 0, features: Feature.known.map(\.value).filter { $0 != feature },
      frameLimit: Limits.frameBytes, requestsInFlight: 32, keepaliveMilliseconds: 15_000, time: 0,
      cluster: "test", peer: Author(user: "ann", device: "desk"),
      incarnation: IncarnationID(high: 7, low: 7), agent: "test")
    conversation.feed(welcome.frame(request: 1, flags: .response).bytes, now: 0)
    _ = try conversation.next()
    _ = conversation.takeOutput(now: 0)
    return conversation
  }

  /// What the window is given of the frame; nil for a fault, which is always the same.
  private static func taken(
    _ frame: Frame, by conversation: Conversation<MessageKind>
  ) -> Incoming<MessageKind>?? {
    var conversation = conversation
    conversation.feed(frame.bytes, now: 0)
    do throws(LinkFault) {
      return .some(try conversation.next())
    } catch {
      #expect(error.code == .unexpectedMessage)
      return nil
    }
  }

  @Test(
    "Events and requests are taken where their entry allows them",
    arguments: MessageKind.allCases)
  func unasked(_ kind: MessageKind) throws {
    let body = Self.messages.body(kind)
    let entry = try #require(MessageEntry[type(of: body).type])
    let message = try #require(try Message(body.frame()))
    for form in [MessageForm.event, .request] {
      let frame = body.frame(request: form == .request ? 1 : 0)
      let taken = try Self.taken(frame, by: Self.greeted())
      let isAllowed = entry.sender != .client && entry.forms.contains(form)
      switch (message, isAllowed) {
      case (.error(let error), _):
        #expect(taken == (form == .event ? .failure(nil, error) : nil), "\(kind)")
      case (.goodbye(let goodbye), true): #expect(taken == .goodbye(goodbye))
      case (.ping, true): #expect(taken == .some(nil))
      case (.load(let load), true): #expect(taken == .request(load, 1))
      case (_, true): #expect(taken == .event(message), "\(kind)")
      case (_, false): #expect(taken == nil, "\(kind) as \(form)")
      }
      let early = Self.taken(frame, by: Conversation(agent: "test", grease: 1, now: 0))
      if kind != .goodbye && kind != .error { #expect(early == nil, "\(kind) before WELCOME") }
      guard let feature = entry.feature else { continue }
      let ungated = try Self.taken(frame, by: Self.greeted(without: feature))
      #expect(ungated == nil, "\(kind) as \(form) without its feature")
    }
  }

  @Test(
    "Words as long as can be are taken, and as many kept as a person may be shown",
    .holds("ERR-008"))
  func longWords() throws {
    let text = String(repeating: "漢", count: 21_000)
    let kept = String(repeating: "漢", count: 1_024) + "…"
    var conversation = try Self.greeted()
    conversation.feed(ErrorMessage(code: .draining, text: text).frame().bytes, now: 0)
    conversation.feed(Goodbye(reason: 1203, text: text).frame().bytes, now: 0)
    #expect(
      try conversation.next() == .failure(nil, ErrorMessage(code: .draining, text: kept)))
    #expect(try conversation.next() == .goodbye(Goodbye(reason: 1203, text: kept)))
    #expect(PeerWords.bounded(String(repeating: "漢", count: 1_024)).unicodeScalars.count == 1_024)
    #expect(PeerWords.bounded("") == "")
  }

  @Test("A request is answered by the message of its entry, and by no other")
  func answers() throws {
    let requests = MessageKind.allCases.filter {
      MessageEntry[type(of: Self.messages.body($0)).type]?.answer != nil
    }
    try #require(!requests.isEmpty)
    for asked in requests where asked != .hello && asked != .ping {
      for kind in MessageKind.allCases where kind != .error {
        var conversation = try Self.greeted()
        let request = Self.messages.body(asked)
        conversation.request(request, asked)
        let body = Self.messages.body(kind)
        let message = try #require(try Message(body.frame()))
        let entry = try #require(MessageEntry[type(of: request).type])
        let comesInParts = MessageEntry[type(of: body).type]?.comesInParts == true
        for more in [false, true] {
          let frame = body.frame(request: 2, flags: more ? [.response, .more] : .response)
          let taken = Self.taken(frame, by: conversation)
          let isAnswer = entry.answer == type(of: body).type && (!more || comesInParts)
          // What follows a part is in the tests of lists and snapshots that come in parts.
          let waits = more && ![.attached, .snapshot].contains(kind)
          let expected: Incoming<MessageKind>?? =
            isAnswer ? .some(waits ? nil : .answer(asked, message)) : nil
          #expect(taken == expected, "\(kind) to \(asked)")
        }
      }
    }
  }

  @Test("Behind ATTACHED with MORE comes a snapshot, until its last chunk, and nothing else")
  func continued() throws {
    for asked in [MessageKind.attach, .attachWindow] {
      var conversation = try Self.greeted()
      conversation.request(Self.messages.body(asked), asked)
      func answer(_ kind: MessageKind, more: Bool) throws -> Incoming<MessageKind>?? {
        let flags: FrameFlags = more ? [.response, .more] : .response
        let frame = Self.messages.body(kind).frame(request: 2, flags: flags)
        let taken = Self.taken(frame, by: conversation)
        if taken != nil {
          conversation.feed(frame.bytes, now: 0)
          _ = try conversation.next()
        }
        return taken
      }
      let attached = try #require(try Message(Self.messages.body(.attached).frame()))
      let chunk = try #require(try Message(Self.messages.body(.snapshot).frame()))
      #expect(try answer(.snapshot, more: false) == nil)
      #expect(try answer(.attached, more: true) == .answer(asked, attached))
      #expect(try answer(.attached, more: true) == nil)
      #expect(try answer(.snapshot, more: true) == .answer(asked, chunk))
      conversation.rename(asked, to: .fetchSnapshot)
      #expect(try answer(.snapshot, more: true) == .answer(.fetchSnapshot, chunk))
      #expect(conversation.unanswered == [.fetchSnapshot])
      #expect(try answer(.snapshot, more: false) == .answer(.fetchSnapshot, chunk))
      #expect(conversation.unanswered.isEmpty)
      #expect(try answer(.snapshot, more: false) == nil)
    }
  }
}
