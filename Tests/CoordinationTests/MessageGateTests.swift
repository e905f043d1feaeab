import BoardModel
import Coordination
import LogRecords
import SampleHistory
import Testing
import Wire

/// The coordinator serves what the table of messages allows a client, and nothing else.
@Suite("Gate for messages")
struct MessageGateTests {
  /// A greeted connection that named all features but one sends the message in the given form.
  /// - Returns: whether the connection ended because the message was unexpected.
  private static func isUnexpected(
    _ body: any MessageBody, as form: MessageForm, without feature: UInt16?
  ) throws -> Bool {
    var harness = CoordinatorHarness()
    let features = Feature.known.map(\.value).filter { $0 != feature }
    let id = try harness.greeted(hello: Hello(features: features))
    switch form {
    case .request: _ = harness.begin(id, body)
    case .response: harness.send(id, body.frame(request: 1, flags: .response))
    case .event: harness.send(id, body.frame())
    }
    return harness.codes(id).contains(.unexpectedMessage)
  }

  @Test("A message is served exactly where its entry allows it", arguments: MessageKind.allCases)
  func gate(_ kind: MessageKind) throws {
    let body = WaitingRoom.messages.body(kind)
    let entry = try #require(MessageEntry[type(of: body).type])
    for form in MessageForm.allCases {
      let mayCome = entry.sender != .coordinator && entry.forms.contains(form)
      // HELLO comes once, JOIN on a connection of its own, and ERROR is never answered with another.
      let isServed = (mayCome && kind != .hello && kind != .join) || kind == .error
      let isUnexpected = try Self.isUnexpected(body, as: form, without: nil)
      #expect(isUnexpected == !isServed, "\(kind) as \(form)")
      guard let feature = entry.feature else { continue }
      let isUngated = try !Self.isUnexpected(body, as: form, without: feature)
      #expect(!isUngated, "\(kind) as \(form) without its feature")
    }
  }

  @Test("Every message there is has a sample")
  func everyMessage() {
    let samples = MessageKind.allCases.map { type(of: WaitingRoom.messages.body($0)).type }
    #expect(samples.count == MessageEntry.all.count)
    #expect(Set(samples) == Set(MessageEntry.all.map(\.type)))
  }
}
