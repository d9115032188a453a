// SPDX-License-Identifier: Apache-2.0
// The settings of glibc's allocator, which Swift's module of the C library does not contain. Nothing to link.
#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
