// The encoding of drags, and of what is dragged.
extension ByteWriter {
  public mutating func drag(_ value: Drag) {
    identifier(value.id)
    identifier(value.session)
    identifier(value.board)
    author(value.author)
    dragContent(value.content)
  }

  public mutating func dragContent(_ value: DragContent) {
    bool(value.isPointer)
    bool(value.moves)
    bool(value.copies)
    list(value.items) { $0.dragItem($1) }
  }

  private mutating func dragItem(_ value: DragItem) {
    optional(value.card) { $0.identifier($1) }
    string(value.title)
    list(value.types) { $0.string($1) }
  }

  public mutating func endedDrag(_ value: EndedDrag) {
    identifier(value.drag)
    uint8(value.end.rawValue)
    author(value.author)
    string(value.place)
  }
}

extension ByteReader {
  public mutating func drag() throws(MalformedBytes) -> Drag {
    Drag(
      id: try identifier(), session: try identifier(), board: try identifier(),
      author: try author(), content: try dragContent())
  }

  public mutating func dragContent() throws(MalformedBytes) -> DragContent {
    DragContent(
      isPointer: try bool(), moves: try bool(), copies: try bool(),
      items: try list(minimum: DragItem.minimumBytes, maximum: DragContent.maximumItems) {
        (reader) throws(MalformedBytes) in try reader.dragItem()
      })
  }

  private mutating func dragItem() throws(MalformedBytes) -> DragItem {
    DragItem(
      card: try optional { (reader) throws(MalformedBytes) in try reader.identifier() },
      title: try title(),
      types: try list(minimum: 2, maximum: DragItem.maximumTypes) {
        (reader) throws(MalformedBytes) in try reader.title()
      })
  }

  public mutating func endedDrag() throws(MalformedBytes) -> EndedDrag {
    EndedDrag(
      drag: try identifier(), end: try enumeration(), author: try author(), place: try title())
  }
}

extension DragItem {
  /// The fewest bytes that one item takes.
  fileprivate static let minimumBytes = 7
}

extension CardCopy {
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.string(title)
    writer.data(Array(body.utf8))
    writer.optional(due) { $0.uint32($1) }
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
