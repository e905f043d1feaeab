#ifndef BOARD_CEPOLL_SHIM_H
#define BOARD_CEPOLL_SHIM_H

// Swift's Glibc module leaves it out.
#include <sys/epoll.h>

#endif
