import SampleHistory
import Wire

@testable import WindowSync

/// What was sent, a line for each frame with its payload.
func sentTexts(_ bytes: [UInt8]) -> [String] {
  Fixture.frames(bytes).map { bytes in
    var decoder = FrameDecoder(limit: .max)
    decoder.feed(bytes)
    guard let frame = try? decoder.next(), let message = try? Message(frame) else {
      return "> unknown"
    }
    let payload = Mirror(reflecting: message).children.first
    return
      "> \(frame.request) \(payload?.label ?? "?") \(payload.map { shortText($0.value) } ?? "?")"
  }
}

/// A text in which a complaint about the very frame that arrived is cut short, so that outcomes
/// that differ in nothing else are one.
func sparing(_ received: [UInt8]?, in text: String) -> String {
  var decoder = FrameDecoder(limit: .max)
  decoder.feed(received ?? [])
  guard let frame = try? decoder.next() else { return text }
  return text.split(separator: LinkFault.unexpected(frame).text, omittingEmptySubsequences: false)
    .joined(separator: "THAT FRAME")
}
