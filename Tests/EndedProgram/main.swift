// A program that uses OpenSSL and ends. Its status says whether what OpenSSL's threads share is still
// there when all else has ended: 7 if it is, 8 if not.
import COpenSSL
import Glibc

// Handlers of `exit` are called from the last to the first: one that OpenSSL has is called before this.
atexit { _exit(OPENSSL_init_crypto(0, nil) == 1 ? 7 : 8) }
guard OPENSSL_init_ssl(0, nil) == 1 else { _exit(9) }
exit(10)
