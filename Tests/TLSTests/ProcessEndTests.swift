import COpenSSL
import Glibc
import Testing

@testable import TLS

@Suite("A process that ends")
struct ProcessEndTests {
  /// Handlers of `exit` are called from the last to the first: one that OpenSSL had would be called
  /// before this test's, which was there before anything of TLS was used.
  @Test("Keeps what OpenSSL shares between threads, which may still end connections")
  func keeps() async {
    await #expect(processExitsWith: .exitCode(7)) {
      atexit { _exit(OPENSSL_init_crypto(0, nil) == 1 ? 7 : 8) }
      _ = try MessageDigest.sha256([1, 2, 3])
      exit(9)
    }
  }
}
