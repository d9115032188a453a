// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import TestTimeLimits
    import Testing

    /// Tests with real sockets and threads. They are serialized, because some of them count resources that the others use for a
    /// moment.
    @Suite("Connectivity and the kernel", .serialized, .timeLimit(.usual))
    struct KernelTests {}
#endif
