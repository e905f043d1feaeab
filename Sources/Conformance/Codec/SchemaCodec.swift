/// Turns values into bytes and back as the schema says. It shares no code with the product, so
/// where the two agree, both follow the schema.
public struct SchemaCodec: Sendable {
  public let schema: Schema

  public init(_ schema: Schema) {
    self.schema = schema
  }

  /// The payload of a message. A struct whose extensions are not given has none.
  /// - Throws: `ValueMismatch` if `fields` are not those of the message.
  public func encode(_ message: String, _ fields: Value) throws -> [UInt8] {
    let message = try schema.message(named: message)
    var encoder = SchemaEncoder(schema)
    try encoder.encode(fields, as: message.fields, extended: true, what: message.name)
    return encoder.bytes
  }

  /// - Throws: `Malformed` with the offset of the fault in the payload.
  public func decode(_ message: Schema.Message, _ payload: [UInt8]) throws -> Value {
    var decoder = SchemaDecoder(schema, payload)
    let fields = try decoder.extendedFields(message.fields)
    try decoder.finish()
    return .fields(fields)
  }

  /// The bytes of a single value of a type that the schema names, as in the test vectors.
  public func encode(_ value: Value, type: String) throws -> [UInt8] {
    var encoder = SchemaEncoder(schema)
    try encoder.encode(value, as: try shape(type))
    return encoder.bytes
  }

  public func decode(_ bytes: [UInt8], type: String) throws -> Value {
    var decoder = SchemaDecoder(schema, bytes)
    let value = try decoder.value(try shape(type))
    try decoder.finish()
    return value
  }

  private func shape(_ type: String) throws -> Shape {
    if let primitive = Shape.primitives[type] { return primitive }
    guard schema.definitions[type] != nil else {
      throw SchemaFault(description: "the schema does not define \(type)")
    }
    return .named(type)
  }
}
