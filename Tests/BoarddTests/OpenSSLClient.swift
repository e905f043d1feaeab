import Foundation
import Identity
import SpawnedProcess
import TLS
import Testing

/// The openssl program against a real coordinator, and certificates of every kind that it makes with
/// the coordinator's own authority.
struct OpenSSLClient {
  let boardd: BoarddProcess
  /// Where its files lie.
  private let folder: String
  private let authority: Authority

  init(_ boardd: BoarddProcess) throws {
    self.boardd = boardd
    folder = boardd.folder.path + "/openssl"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    authority = try #require(try boardd.identity.authority)
  }

  private var identity: String { boardd.inside + "/identity" }
  var authorityFile: String { identity + "/authority.pem" }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  /// Runs it to its end.
  /// - Returns: its exit status and all that it said.
  @discardableResult
  static func run(_ words: [String], saying text: String = "") throws -> (Int32, String) {
    let (input, output) = (Pipe(), Pipe())
    let process = try SpawnedProcess(
      ["/usr/bin/openssl"] + words, input: input.fileHandleForReading,
      output: output.fileHandleForWriting, errors: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
    // Who was refused may be gone before it is told anything.
    signal(SIGPIPE, SIG_IGN)
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try? input.fileHandleForWriting.close()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    return (process.wait(), String(decoding: said, as: UTF8.self))
  }

  enum Answer: Equatable, CustomStringConvertible {
    /// The handshake was complete, and the coordinator answered with a frame.
    case accepted
    /// The handshake ended with this alert.
    case alert(String)
    case neither(String)

    var description: String {
      switch self {
      case .accepted: "accepted"
      case .alert(let text): "alert \(text)"
      case .neither(let text): text
      }
    }
  }

  /// Dials the coordinator. Where it gets in it says something that is no frame, which ends the
  /// connection.
  func dial(_ words: [String], alpn: String?) throws -> Answer {
    let (status, text) = try Self.run(
      ["s_client", "-connect", "\(boardd.endpoint)", "-CAfile", authorityFile, "-ign_eof"]
        + (alpn.map { ["-alpn", $0] } ?? []) + words,
      saying: String(repeating: "\u{7F}", count: 64))
    if let alert = text.split(separator: "\n").first(where: { $0.contains(" alert ") }) {
      let words = alert.split(separator: ":").first { $0.contains(" alert ") } ?? alert
      return .alert(String(words.split(separator: " alert ").last ?? ""))
    }
    return status == 0 && text.contains("Verify return code: 0 (ok)") ? .accepted : .neither(text)
  }

  // MARK: Certificates

  struct Wanted {
    var uri: String?
    var usage = "digitalSignature"
    var extendedUsage: String? = "clientAuth"
    var other: [String] = []
    /// The names that are not URIs.
    var names: [String] = []
    var key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    /// Whether the key of the certificate signs it too.
    var isSelfSigned = false
  }

  var cluster: String { "\(authority.cluster)" }
  var device: String { "board://\(authority.cluster)/u/ada/d/pc" }
  var coordinator: String { "board://\(authority.cluster)/coordinator" }

  /// Makes a certificate that the coordinator's authority would not make.
  /// - Returns: the words for `dial`.
  func certificate(_ wanted: Wanted) throws -> [String] {
    let (key, request, made) = (folder + "/key", folder + "/request", folder + "/certificate")
    var extensions = ["keyUsage=critical,\(wanted.usage)"]
    if let usage = wanted.extendedUsage { extensions.append("extendedKeyUsage=\(usage)") }
    let names = (wanted.uri.map { ["URI:\($0)"] } ?? []) + wanted.names
    if !names.isEmpty { extensions.append("subjectAltName=\(names.joined(separator: ","))") }
    extensions += wanted.other
    let list = try write("extensions", Array(extensions.joined(separator: "\n").utf8))
    try ended(
      ["req", "-new"] + wanted.key + [
        "-nodes", "-subj", "/CN=ada", "-keyout", key, "-out", request,
      ])
    let signer =
      wanted.isSelfSigned
      ? ["-signkey", key] : ["-CA", authorityFile, "-CAkey", identity + "/authority.key"]
    try ended(
      ["x509", "-req", "-in", request, "-days", "1", "-out", made, "-extfile", list] + signer)
    return ["-cert", made, "-key", key]
  }

  private func ended(_ words: [String]) throws {
    let (status, text) = try Self.run(words)
    try #require(status == 0, "\(words): \(text)")
  }

  /// A device's certificate as the authority makes it, with another time.
  func certificate(from: Int, to: Int) throws -> [String] {
    try files(
      authority.mint(
        user: UserName("ada"), device: NamePart("pc"), validity: Validity(from: from, to: to)
      ).credentials)
  }

  /// A device's certificate of another cluster's authority, with the same name.
  func foreign() throws -> [String] {
    try files(
      Authority.create(cluster: authority.cluster).mint(
        user: UserName("ada"), device: NamePart("pc")
      ).credentials)
  }

  /// The authority's own.
  func authorityItself() -> [String] {
    ["-cert", authorityFile, "-key", identity + "/authority.key"]
  }

  private func files(_ credentials: TLSCredentials) throws -> [String] {
    [
      "-cert", try write("certificate", credentials.certificateChain),
      "-key", try write("key", credentials.privateKey),
    ]
  }
}
