// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The entry point of the tests in a build without an index, in which the package manager cannot look for tests of XCTest. `.ci/run` copies
/// it to `Tests/XCTMain.swift` of both packages, which replaces that search.
@main struct TestEntryPoint {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
