// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthStore

/// Tests of files with bytes or pages that are not part of the store.
@Suite struct FileCheckTests {
    private static let pageSize = 8192

    /// Returns the findings of a store whose bytes were changed.
    private func findings(_ change: (inout Data) -> Void) throws -> [String] {
        let store = try ScratchStore()
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        var bytes = try store.bytes()
        #expect(bytes.count % Self.pageSize == 0)
        change(&bytes)
        return try ScratchStore(bytes).database.check().findings
    }

    @Test(arguments: [1, 100, pageSize, 100 * pageSize])
    func `bytes after the last page are found`(count: Int) throws {
        let store = try ScratchStore()
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        store.database.checkpoint()
        // The next checkpoint of a writer would remove them.
        let file = try FileHandle(forWritingTo: store.database.url)
        try file.seekToEnd()
        try file.write(contentsOf: Data(repeating: 0x20, count: count))
        try file.close()
        let findings = try store.database.check().findings
        #expect(findings.count == 1)
        #expect(findings.first?.hasPrefix("the file has \(count) bytes after its last page") == true, "\(findings)")
    }

    @Test func `pages of no table are found`() throws {
        let findings = try findings { bytes in
            bytes.append(Data(count: 2 * Self.pageSize))
            // The number of pages in the header.
            let pages = UInt32(bytes.count / Self.pageSize)
            for index in 0..<4 { bytes[28 + index] = UInt8(truncatingIfNeeded: pages >> (24 - 8 * UInt32(index))) }
        }
        // SQLite finds them itself, depending on the order of its tables.
        #expect(!findings.isEmpty)
        #expect(
            findings.allSatisfy { $0.hasPrefix("2 pages of the file belong to no table") || $0.contains("never used") },
            "\(findings)")
    }

    @Test func `a store that is being written to has no faults`() throws {
        let store = try ScratchStore()
        for start in 0..<20 {
            try store.database.save(
                (0..<500).map { MadeSamples.steps(1, from: Double(start * 500 + $0), metadata: ["n": $0]) },
                source: MadeSamples.app)
            #expect(try store.database.check().findings == [])
            if start % 5 == 0 { store.database.checkpoint() }
        }
    }
}
