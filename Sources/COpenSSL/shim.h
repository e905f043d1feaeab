#ifndef BOARD_COPENSSL_SHIM_H
#define BOARD_COPENSSL_SHIM_H

// Only what Swift cannot import by itself: function-like macros, variadic functions, and constants
// that OpenSSL 3.0 writes as casts.

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

static inline int board_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int board_SSL_CTX_set_max_proto_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_max_proto_version(context, version);
}

static inline long board_SSL_CTX_set_mode(SSL_CTX *context, long mode) {
  return SSL_CTX_set_mode(context, mode);
}

static inline long board_SSL_CTX_set_session_cache_mode(SSL_CTX *context, long mode) {
  return SSL_CTX_set_session_cache_mode(context, mode);
}

static inline long board_SSL_CTX_set_max_cert_list(SSL_CTX *context, long bytes) {
  return SSL_CTX_set_max_cert_list(context, bytes);
}

static inline int board_SSL_CTX_add1_chain_cert(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline int board_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *groups) {
  return (int)SSL_CTX_set1_groups_list(context, groups);
}

static inline int board_SSL_CTX_set1_sigalgs_list(SSL_CTX *context, const char *algorithms) {
  return (int)SSL_CTX_set1_sigalgs_list(context, algorithms);
}

static inline int board_SSL_add1_chain_cert(SSL *session, X509 *certificate) {
  return (int)SSL_add1_chain_cert(session, certificate);
}

static inline uint64_t board_SSL_OP_NO_TICKET(void) { return SSL_OP_NO_TICKET; }
static inline uint64_t board_SSL_OP_NO_RENEGOTIATION(void) { return SSL_OP_NO_RENEGOTIATION; }

static inline int board_sk_GENERAL_NAME_num(const GENERAL_NAMES *names) {
  return sk_GENERAL_NAME_num(names);
}

static inline const GENERAL_NAME *board_sk_GENERAL_NAME_value(
    const GENERAL_NAMES *names, int index) {
  return sk_GENERAL_NAME_value(names, index);
}

static inline int board_sk_X509_num(const STACK_OF(X509) *certificates) {
  return sk_X509_num(certificates);
}

static inline X509 *board_sk_X509_value(const STACK_OF(X509) *certificates, int index) {
  return sk_X509_value(certificates, index);
}

static inline STACK_OF(X509) *board_sk_X509_new_null(void) { return sk_X509_new_null(); }

static inline int board_sk_X509_push(STACK_OF(X509) *certificates, X509 *certificate) {
  return sk_X509_push(certificates, certificate);
}

static inline void board_sk_X509_free(STACK_OF(X509) *certificates) {
  sk_X509_free(certificates);
}

static inline int board_sk_ASN1_OBJECT_num(const EXTENDED_KEY_USAGE *purposes) {
  return sk_ASN1_OBJECT_num(purposes);
}

static inline const ASN1_OBJECT *board_sk_ASN1_OBJECT_value(
    const EXTENDED_KEY_USAGE *purposes, int index) {
  return sk_ASN1_OBJECT_value(purposes, index);
}

static inline EVP_PKEY *board_EVP_EC_gen(const char *curve) { return EVP_EC_gen(curve); }

#endif
