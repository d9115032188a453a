// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@Suite struct LoopbackHostTests {
    @Test(arguments: ["localhost", "LocalHost", "localhost.", "127.0.0.1", "127.255.255.254", "::1", "[::1]", "0:0::1"])
    func `addresses of this machine`(host: String) {
        #expect(LoopbackHost.contains(host))
    }

    @Test(arguments: [
        "", "127.example.org", "127.0.0.1.example.org", "127.1.evil", "128.0.0.1", "10.0.0.127",
        "localhost.example.org",
        "::", "::2", "1::1", "[::1", "0.0.0.0", "example.org",
    ])
    func `names and addresses of other machines`(host: String) {
        #expect(!LoopbackHost.contains(host))
    }
}
