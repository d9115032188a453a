// SPDX-License-Identifier: Apache-2.0
// The kernel's messages about interfaces, addresses and routes, from the headers of the C library's package. Nothing to link.
#pragma once
#ifdef __linux__
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/if_addr.h>
// POLLRDHUP, the other side of a connection has ended: the C library shows it only to programs that ask for GNU's names.
enum { HK_POLLRDHUP = 0x2000 };
#include <sys/prctl.h>
// The name of the thread that calls, for people who look at processes. Swift cannot call functions with any number of arguments.
static inline void hk_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
#endif
