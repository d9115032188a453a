// SPDX-License-Identifier: Apache-2.0
// The kernel's messages about interfaces, addresses and routes, from the headers of the C library's package. Nothing to link.
#pragma once
#ifdef __linux__
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/if_addr.h>
// POLLRDHUP, the other side of a connection has ended: the C library shows it only to programs that ask for GNU's names.
enum { HK_POLLRDHUP = 0x2000 };
#endif
