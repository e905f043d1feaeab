#include "COpenSSLSetup.h"

#include <openssl/crypto.h>

// This counts only before anything else of OpenSSL is called.
__attribute__((constructor)) static void keepUntilTheEnd(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, 0);
}
