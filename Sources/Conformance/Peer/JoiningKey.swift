import Foundation

/// A key for which a device joins, and the signing request that was made with it. Neither is a secret:
/// the suite revokes each device that it has let join.
struct JoiningKey: Hashable, Sendable {
  /// PKCS #8 in PEM.
  let key: [UInt8]
  /// PKCS #10 in DER.
  let request: [UInt8]

  private init(key: String, request: String) {
    self.key = Array(key.utf8)
    self.request = Array(Data(base64Encoded: request, options: .ignoreUnknownCharacters) ?? Data())
  }

  static let first = JoiningKey(
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8dsZ/hiFT4Q1tfRq
      lT/SnpWIihvnN6rhrYd8BTJMzl2hRANCAAQ/wCpNzybYS9DpZzW1Dr7W8G7q2JQV
      +6IOVQX+HJp1sPQs45JH0mLbFL3J5+wDcpZvF7SrjxVdPv/TkN5r6K6/
      -----END PRIVATE KEY-----
      """,
    request: """
      MIHRMHgCAQAwFjEUMBIGA1UEAwwLY29uZm9ybWFuY2UwWTATBgcqhkjOPQIB
      BggqhkjOPQMBBwNCAAQ/wCpNzybYS9DpZzW1Dr7W8G7q2JQV+6IOVQX+HJp1
      sPQs45JH0mLbFL3J5+wDcpZvF7SrjxVdPv/TkN5r6K6/oAAwCgYIKoZIzj0E
      AwIDSQAwRgIhAPfZMsasRgcYgkNuEb2g1liWUlws/RIZVpp/UnlL9LiUAiEA
      387BGxNbv65CnEFYg24wK65UhZqAl1AsOLy9SuEw+hY=
      """)

  static let second = JoiningKey(
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggunZ+kxF7LGp6lit
      MUqCCJCgfr7N9QMvANImNcTQLzmhRANCAARpdOxIfPLL56SbWE7QoNlBPZR45Yfi
      QtEdoInLbnqCbx/EkNefPVlPZ5PQTj3KIO9QggxJlwmapHjfvtjzm7rR
      -----END PRIVATE KEY-----
      """,
    request: """
      MIHRMHgCAQAwFjEUMBIGA1UEAwwLY29uZm9ybWFuY2UwWTATBgcqhkjOPQIB
      BggqhkjOPQMBBwNCAARpdOxIfPLL56SbWE7QoNlBPZR45YfiQtEdoInLbnqC
      bx/EkNefPVlPZ5PQTj3KIO9QggxJlwmapHjfvtjzm7rRoAAwCgYIKoZIzj0E
      AwIDSQAwRgIhAMuYlEEK2WagSSIRga0wfV751jD8JpKrWRQTvD/Vp4sGAiEA
      jWrR7Op4PQLBQn7zE0AJ7TumNnRidpm6+i8nK6t/KzQ=
      """)
}
