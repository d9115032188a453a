// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import ProcessTestSupport
    import Testing

    /// Tests of the processes that tests start.
    @Suite struct ChildProcessTests {
        /// A process that inherits the sockets of other tests keeps their connections open, whose other ends then wait forever.
        @Test func childProcessesInheritNoDescriptors() throws {
            var pipe: [Int32] = [0, 0]
            try #require(Glibc.pipe(&pipe) == 0)
            defer { for descriptor in pipe { close(descriptor) } }
            let output = FileManager.default.temporaryDirectory.appending(path: "descriptors-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: output) }
            let process = try ChildProcess(["ls", "/proc/self/fd"], output: output)
            #expect(process.waitForEnd() == .status(0))
            // The fourth is that of the folder itself.
            #expect(try String(contentsOf: output, encoding: .utf8) == "0\n1\n2\n3\n")
        }
    }
#endif
