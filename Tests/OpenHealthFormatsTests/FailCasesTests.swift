// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFuzzing
import Testing

/// Tests that each reader returns for every input that once caused a failure, and for the fuzzer's seeds.
@Suite struct FailCasesTests {
    @Test(arguments: FuzzTarget.allCases)
    func noInputThatFailedBeforeFailsAgain(target: FuzzTarget) throws {
        for file in try Self.files("FailCases", of: target) {
            target.feed(Array(try Data(contentsOf: file)))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func theSeedsAreReadWholeAndInParts(target: FuzzTarget) throws {
        let files = try Self.files("Corpus", of: target)
        #expect(!files.isEmpty, "Fuzz/Corpus/\(target.rawValue) is empty: the fuzzer has nothing to start from")
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            target.feed(bytes)
            // Truncated inputs, as from an iPhone that ran out of space, at every position of short files and at some of long
            // ones.
            for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 64)) {
                target.feed(Array(bytes[..<end]))
            }
        }
    }

    @Test func everyFolderBelongsToATarget() throws {
        let names = Set(FuzzTarget.allCases.map(\.rawValue))
        for folder in ["Corpus", "FailCases"] {
            let found = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path)
            #expect(Set(found).subtracting(names) == [], "Fuzz/\(folder) holds folders that no reader is tried with")
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz")

    private static func files(_ folder: String, of target: FuzzTarget) throws -> [URL] {
        let folder = root.appending(path: folder).appending(path: target.rawValue)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { folder.appending(path: $0) }
    }
}
