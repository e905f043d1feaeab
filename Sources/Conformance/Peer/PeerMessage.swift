/// A message of the coordinator, decoded by the schema.
struct Message: Hashable, Sendable, CustomStringConvertible {
  /// The name of the message in the schema.
  let name: String
  let flags: UInt16
  let request: UInt64
  let fields: Value
  let payload: [UInt8]
  /// How many messages came before this one on its connection.
  let position: Int

  var description: String {
    let request = self.request == 0 ? "" : " to request \(self.request)"
    return "\(name)\(request)"
  }

  /// The message's description for people; an error has its code's name and its text.
  func words(_ schema: Schema) -> String {
    guard name == "error", let code = try? fields.number("code"),
      let text = try? fields.text("text")
    else { return description }
    return "error \(schema.errorName(UInt16(truncatingIfNeeded: code))) (\(text))"
  }
}
