import COpenSSL

/// The URIs in the subject alternative name of `certificate` (an `X509 *`), in its order. One that
/// is not printable ASCII is given as the empty string, which names nobody: a NUL or an escape can
/// never pass for part of a name.
package func subjectAlternativeURIs(_ certificate: OpaquePointer) -> [String] {
  guard let names = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else {
    ERR_clear_error()
    return []
  }
  let list = OpaquePointer(names)
  defer { GENERAL_NAMES_free(list) }
  var uris: [String] = []
  for index in 0..<board_sk_GENERAL_NAME_num(list) {
    guard let name = board_sk_GENERAL_NAME_value(list, index) else { continue }
    var type: CInt = 0
    guard let value = GENERAL_NAME_get0_value(name, &type), type == GEN_URI else { continue }
    let string = value.assumingMemoryBound(to: ASN1_STRING.self)
    let bytes = UnsafeBufferPointer(
      start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string)))
    let isPrintable = bytes.allSatisfy { 0x21...0x7e ~= $0 }
    uris.append(isPrintable ? String(decoding: bytes, as: UTF8.self) : "")
  }
  return uris
}
