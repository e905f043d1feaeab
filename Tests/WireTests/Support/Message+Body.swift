import Wire

extension Message {
  /// The payload that the case holds.
  var body: (any MessageBody)? {
    Mirror(reflecting: self).children.first?.value as? any MessageBody
  }
}
