/// Turns values into bytes and back as the schema says, and shares no code with the product: what
/// both agree on is what the schema says.
public struct SchemaCodec: Sendable {
  public let schema: Schema

  public init(_ schema: Schema) {
    self.schema = schema
  }

  /// The payload of a message; extensions that are not given are none.
  /// - Throws: `ValueMismatch` where `fields` is no value of the message.
  public func encode(_ message: String, _ fields: Value) throws -> [UInt8] {
    let message = try self.schema.message(named: message)
    var encoder = SchemaEncoder(self.schema)
    try encoder.encode(fields, as: message.fields, extended: true, what: message.name)
    return encoder.bytes
  }

  /// - Throws: `Malformed` with the offset in the payload.
  public func decode(_ message: Schema.Message, _ payload: [UInt8]) throws -> Value {
    var decoder = SchemaDecoder(self.schema, payload)
    let fields = try decoder.fields(message.fields, extended: true)
    try decoder.finish()
    return .fields(fields)
  }

  /// A value of one type of the schema by itself, as in vectors.
  public func encode(_ value: Value, type: String) throws -> [UInt8] {
    var encoder = SchemaEncoder(self.schema)
    try encoder.encode(value, as: try self.shape(type))
    return encoder.bytes
  }

  public func decode(_ bytes: [UInt8], type: String) throws -> Value {
    var decoder = SchemaDecoder(self.schema, bytes)
    let value = try decoder.value(try self.shape(type))
    try decoder.finish()
    return value
  }

  private func shape(_ type: String) throws -> Shape {
    if let primitive = Shape.primitives[type] { return primitive }
    guard self.schema.definitions[type] != nil else {
      throw SchemaFault(description: "the schema does not define \(type)")
    }
    return .named(type)
  }
}
