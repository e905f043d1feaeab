#ifndef BOARD_COPENSSL_SHIM_H
#define BOARD_COPENSSL_SHIM_H

// Only what Swift cannot import by itself: OpenSSL's function-like macros.
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#endif
