import Foundation

extension Schema {
  /// The schema that this suite was built with. This folder links to `Protocol/schema`, which is
  /// compiled in, so that the program runs without the sources.
  public static func embedded() throws -> Schema {
    try Schema(json: Data(PackageResources.protocol_json))
  }

  /// - Parameter folder: a folder that is laid out like `Protocol` in the sources.
  public static func load(from folder: String) throws -> Schema {
    let path = "\(folder)/schema/protocol.json"
    guard let json = FileManager.default.contents(atPath: path) else {
      throw SchemaFault(description: "\(path) cannot be read")
    }
    return try Schema(json: json)
  }

  /// The text of the built-in schema, in JSON.
  public static var embeddedText: String {
    String(decoding: PackageResources.protocol_json, as: UTF8.self)
  }
}
