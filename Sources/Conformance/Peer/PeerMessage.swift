/// A message of the coordinator that fits the schema.
struct Message: Hashable, Sendable, CustomStringConvertible {
  /// As the schema names it.
  let name: String
  let flags: UInt16
  let request: UInt64
  let fields: Value
  let payload: [UInt8]
  /// How many messages this connection had brought before.
  let position: Int

  var description: String {
    let request = self.request == 0 ? "" : " to request \(self.request)"
    return "\(self.name)\(request)"
  }

  /// An error in words, for people.
  func words(_ schema: Schema) -> String {
    guard self.name == "error", let code = try? self.fields.number("code"),
      let text = try? self.fields.text("text")
    else { return self.description }
    return "error \(schema.errorName(UInt16(truncatingIfNeeded: code))) (\(text))"
  }
}
