// The encoding of drags, and of what is dragged.
extension Drag: WireRecord {
  public static let layout = WireLayout(
    Drag.init, WireField(\.id), WireField(\.session), WireField(\.board), WireField(\.author),
    WireField(\.content))
}

extension DragContent: WireRecord {
  public static let layout = WireLayout(
    DragContent.init, WireField(\.isPointer), WireField(\.moves), WireField(\.copies),
    WireField(\.items, maximum: maximumItems))
}

extension DragItem: WireRecord {
  public static let layout = WireLayout(
    DragItem.init, WireField(\.card), WireField(title: \.title),
    WireField(titles: \.types, maximum: maximumTypes))
}

extension EndedDrag: WireRecord {
  public static let layout = WireLayout(
    EndedDrag.init, WireField(\.drag), WireField(\.end), WireField(\.author),
    WireField(title: \.place))
}

extension CardCopy {
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.string(title)
    writer.data(Array(body.utf8))
    writer.optional(due) { $0.uint32($1) }
    writer.optional(priority) { $0.uint32($1) }
    writer.list(labels) {
      $0.string($1.name)
      $0.uint8($1.colour)
    }
    writer.list(assignees) { $0.string($1) }
    writer.list(items) {
      $0.string($1.text)
      $0.bool($1.isDone)
    }
    writer.extensions(.none)
    return writer.bytes
  }

  /// Reads what `bytes` gives, with any extensions.
  public init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    self.init(
      title: try reader.title(), body: String(String.UnicodeScalarView(try reader.scalars())),
      due: try reader.optional { (reader) throws(MalformedBytes) in try reader.uint32() },
      priority: try reader.optional { (reader) throws(MalformedBytes) in try reader.uint32() },
      labels: try reader.list(minimum: 3) { (reader) throws(MalformedBytes) in
        Label(name: try reader.title(), colour: try reader.uint8())
      },
      assignees: try reader.list(minimum: 2) { (reader) throws(MalformedBytes) in
        try reader.title()
      },
      items: try reader.list(minimum: 3) { (reader) throws(MalformedBytes) in
        Item(text: try reader.title(), isDone: try reader.bool())
      })
    _ = try reader.extensions()
    try reader.finish()
  }
}
