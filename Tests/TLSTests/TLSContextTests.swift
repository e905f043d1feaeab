import Identity
import TLS
import Testing

@Suite("What a TLS context is made of")
struct TLSContextTests {
  let credentials: TLSCredentials

  init() throws {
    self.credentials = try TestAuthority().authority.mintCoordinator()
  }

  private func expectError(_ credentials: TLSCredentials, _ part: String) throws {
    let error = try #require(throws: TLSError.self) {
      try TLSContext(role: .server, credentials: credentials, expecting: .anyone)
    }
    #expect(error.kind == .configuration)
    #expect(error.detail.hasPrefix("\(part): "), "\(error)")
  }

  @Test("Each part that cannot be used is named")
  func parts() throws {
    let good = self.credentials
    let garbage = Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)
    try self.expectError(
      TLSCredentials(
        certificateChain: garbage, privateKey: good.privateKey, authority: good.authority),
      "certificate")
    try self.expectError(
      TLSCredentials(
        certificateChain: good.certificateChain + garbage, privateKey: good.privateKey,
        authority: good.authority),
      "certificate")
    try self.expectError(
      TLSCredentials(
        certificateChain: good.certificateChain, privateKey: [], authority: good.authority),
      "private key")
    try self.expectError(
      TLSCredentials(
        certificateChain: good.certificateChain, privateKey: good.privateKey, authority: garbage),
      "authority")
  }

  @Test("A private key of another certificate is refused")
  func otherKey() throws {
    let other = try TestAuthority().authority.mintCoordinator()
    try self.expectError(
      TLSCredentials(
        certificateChain: self.credentials.certificateChain, privateKey: other.privateKey,
        authority: self.credentials.authority),
      "private key")
  }

  @Test("Application protocols are 1 to 255 bytes long, and there is at least one")
  func protocols() throws {
    for protocols in [[], [""], [String(repeating: "x", count: 256)]] {
      let error = try #require(throws: TLSError.self) {
        try TLSContext(
          role: .client, credentials: self.credentials, protocols: protocols, expecting: .anyone)
      }
      #expect(error.kind == .configuration)
    }
  }

  @Test("Credentials are read from files; one that is missing is named")
  func files() throws {
    let folder = try TemporaryFolder()
    let chain = try folder.file("c.pem", self.credentials.certificateChain)
    let key = try folder.file("c.key", self.credentials.privateKey)
    let authority = try folder.file("a.pem", self.credentials.authority)
    let read = try TLSCredentials(
      certificateChainFile: chain, privateKeyFile: key, authorityFile: authority)
    #expect(read.certificateChain == self.credentials.certificateChain)
    #expect(read.privateKey == self.credentials.privateKey)
    #expect(read.authority == self.credentials.authority)
    let error = try #require(throws: TLSError.self) {
      try TLSCredentials(
        certificateChainFile: chain, privateKeyFile: "\(key).none", authorityFile: authority)
    }
    #expect(error.detail == "cannot read \(key).none: No such file or directory")
  }
}
