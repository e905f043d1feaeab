// A program into which this target is linked keeps what OpenSSL shares between threads until it has
// ended. By itself OpenSSL frees that when `exit` is called, while event loops still free sessions.
#pragma once
