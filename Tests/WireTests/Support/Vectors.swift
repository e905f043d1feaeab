import BoardModel
import Testing
import Wire

struct VectorFile<Vector: Decodable>: Decodable {
  let vectors: [Vector]
}

func vectors<Vector: Decodable>(_ file: String, of type: Vector.Type = Vector.self) throws
  -> [Vector]
{
  let vectors = try ProtocolFiles.json("vectors/\(file)", as: VectorFile<Vector>.self).vectors
  try #require(!vectors.isEmpty)
  return vectors
}

/// A payload, and for one that must be refused the fault.
struct PayloadVector: Decodable {
  let name: String
  let message: String
  let statements: [String]
  let hex: String
  let fault: String?
  let offset: Int?

  var payload: [UInt8] { bytes(hex) }

  static func all() throws -> [PayloadVector] {
    try ["codec-valid.json", "codec-acceptable.json", "codec-invalid.json"].flatMap {
      try vectors($0, of: PayloadVector.self)
    }
  }
}

/// A byte stream, the frames in it, and how it ends.
struct StreamVector: Decodable {
  let name: String
  let statements: [String]
  let limit: UInt32
  let hex: String
  let frames: [FrameValue]
  let unfinished: Int
  let fault: Fault?

  struct FrameValue: Decodable {
    let type: UInt16
    let flags: UInt16
    let request: DecimalNumber
    let payload: String

    var frame: Frame {
      Frame(
        type: FrameType(rawValue: type), flags: FrameFlags(rawValue: flags),
        request: request.value, payload: bytes(payload))
    }
  }

  struct Fault: Decodable {
    let name: String
    let length: UInt32?
    let limit: UInt32?
    let flags: UInt16?

    var frameFault: FrameFault? {
      switch name {
      case "frame-too-large": .tooLarge(length: length ?? 0, limit: limit ?? 0)
      case "unknown-flag": .unknownFlags(flags ?? 0)
      default: nil
      }
    }
  }
}

/// A number, as a string where JSON readers would round it.
struct DecimalNumber: Decodable {
  let value: UInt64

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let number = UInt64(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
      }
      value = number
    } else {
      value = try container.decode(UInt64.self)
    }
  }
}

/// The types of the schema's messages, by name.
struct MessageTypes {
  private let types: [String: FrameType]

  init() throws {
    types = Dictionary(
      uniqueKeysWithValues: try Schema.load().messages.map {
        ($0.name, FrameType(rawValue: $0.type))
      })
  }

  func frame(_ vector: PayloadVector, payload: [UInt8]? = nil) throws -> Frame {
    let type = try #require(types[vector.message], "\(vector.name)")
    return Frame(type: type, flags: [], request: 0, payload: payload ?? vector.payload)
  }
}

extension MalformedBytes.Reason {
  /// The name that schema and vectors give it.
  var name: String {
    switch self {
    case .truncated: "truncated"
    case .trailingBytes: "trailing-bytes"
    case .notBool: "not-bool"
    case .notUTF8: "not-utf8"
    case .forbiddenScalar: "forbidden-scalar"
    case .unknownCase: "unknown-case"
    case .countTooLarge: "count-too-large"
    case .extensionOrder: "extension-order"
    case .tooDeep: "too-deep"
    case .outOfRange: "out-of-range"
    }
  }
}
