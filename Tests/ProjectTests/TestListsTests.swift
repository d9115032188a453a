// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthChecks
import Testing

/// Tests of the list of test files that take most of the time, by which the scripts select tests.
@Suite struct TestListsTests {
    /// The folders of the tests of both packages.
    private static let folders = projectTrees.map { $0.root.appending(path: "Tests") }

    /// The lines of the list of a folder that name a file.
    private static func slow(_ tests: URL) throws -> [String] {
        let text = try String(contentsOf: tests.appending(path: "slow.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    /// The paths of all files of tests in a folder.
    private static func files(_ tests: URL) throws -> [String] {
        try #require(FileManager.default.enumerator(atPath: tests.path)).compactMap { $0 as? String }
    }

    @Test(arguments: folders) func everyFileExistsAndIsListedOnce(tests: URL) throws {
        let files = Set(try Self.files(tests).compactMap { $0.split(separator: "/").last.map(String.init) })
        let lines = try Self.slow(tests)
        let names = lines.map { String($0.prefix { $0 != " " }) }
        #expect(!names.isEmpty)
        #expect(Set(names).subtracting(files).isEmpty)
        #expect(Set(names).count == names.count)
        // The scripts read only lines of this form.
        for line in lines {
            #expect(line.wholeMatch(of: /[A-Za-z]+\.swift +\S.*/) != nil, "\(line)")
        }
    }

    @Test(arguments: folders) func timeLimitsAreThoseOfTheirFiles(tests: URL) throws {
        let slow = Set(try Self.slow(tests).map { String($0.prefix { $0 != " " }) })
        var count = 0
        for path in try Self.files(tests) where path.hasSuffix(".swift") && !path.hasPrefix("ProjectTests/") {
            let name = try #require(path.split(separator: "/").last.map(String.init))
            let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /\.timeLimit\(([^)]*)\)/) {
                #expect(match.1 == (slow.contains(name) ? ".slow" : ".usual"), "\(path)")
                count += 1
            }
        }
        #expect(count > (tests == Self.folders[0] ? 100 : 5))
    }
}
