// What the C library says of its allocator, which Swift's Glibc does not import.
#pragma once
#include <malloc.h>
