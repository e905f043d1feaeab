import TLS

/// A certificate that no cluster's authority issued, and its key. The key is no secret: it protects
/// nothing.
enum ForeignIdentity {
  /// - Parameter authority: the authority that the coordinator's certificate is expected to lead
  ///   to.
  static func credentials(authority: [UInt8]) -> TLSCredentials {
    TLSCredentials(
      certificateChain: Array(certificate.utf8), privateKey: Array(key.utf8),
      authority: authority)
  }

  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBdTCCARygAwIBAgIBATAKBggqhkjOPQQDAjASMRAwDgYDVQQKDAdmb3JlaWdu
    MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjASMRAwDgYDVQQKDAdm
    b3JlaWduMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEa7MHVQE9iuLmlt/c0LaY
    boE4XwaWBsQ/aoThFUNJNLJVfbNv7yAJn6XfRmwPCM7ZmJaoqosXe3sDXuRRn2/e
    VKNhMF8wLQYDVR0RBCYwJIYiYm9hcmQ6Ly9mb3JlaWduL3Uvbm9ib2R5L2Qvbm93
    aGVyZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSQibKgxrW2qevf+rGayZPU
    PKTviDAKBggqhkjOPQQDAgNHADBEAiBpSVOj4BBNfPlFUZFskhTdpX8X+2SIKECw
    Tt0LncdLuwIgfq7Fc460AgGvhZJo+JJfJq5JoT6AUsDmun7j6zNrb6M=
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcKCqsxFmw3fZeYYF
    yPjXr8cJVXNfdUK6DxfoZy5pKWOhRANCAARrswdVAT2K4uaW39zQtphugThfBpYG
    xD9qhOEVQ0k0slV9s2/vIAmfpd9GbA8IztmYlqiqixd7ewNe5FGfb95U
    -----END PRIVATE KEY-----
    """
}
