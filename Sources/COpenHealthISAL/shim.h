// SPDX-License-Identifier: Apache-2.0
// ISA-L: Intel's inflate and CRC, from Debian's libisal-dev.
#pragma once
#include <isa-l/igzip_lib.h>
#include <isa-l/crc.h>
