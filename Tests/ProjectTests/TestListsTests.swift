// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that the lists of test files, by which the scripts select tests, name existing files.
@Suite struct TestListsTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: ["retries.txt", "slow.txt"])
    func everyFileExistsAndIsListedOnce(_ list: String) throws {
        let all = try #require(FileManager.default.enumerator(atPath: Self.tests.path))
        let files = Set(all.compactMap { ($0 as? String)?.split(separator: "/").last.map(String.init) })
        let text = try String(contentsOf: Self.tests.appending(path: list), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let names = lines.map { String($0.prefix { $0 != " " }) }
        #expect(!names.isEmpty)
        #expect(Set(names).subtracting(files).isEmpty)
        #expect(Set(names).count == names.count)
        // The scripts read only lines of this form.
        for line in lines {
            #expect(line.wholeMatch(of: /[A-Za-z]+\.swift +\S.*/) != nil, "\(line)")
        }
    }
}
