// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthStore
import ProcessTestSupport
import Testing

@Suite("health owner")
struct OwnerCommandTests {
    @Test func thePassphraseIsReadFromStandardInput() throws {
        let home = try Home()
        let file = home.file("store.db")
        let line = "printf '%s\\n' 'a long passphrase' | $health owner set --store '\(file.path)'"
        let result = try Tool.shell(line, in: home)
        #expect(result.status == 0, "\(result.errors)")
        let owner = try #require(try HealthDatabase(url: file).owner.secret())
        #expect(owner.rounds == 131_072)
        #expect(try Tool.shell(line, in: home).status == 0)
        #expect(try HealthDatabase(url: file).owner.secret()?.salt != owner.salt)
    }

    @Test(arguments: ["", "ninechars"]) func invalidPassphrasesAreRefused(text: String) throws {
        let home = try Home()
        let file = home.file("store.db")
        let result = try Tool.shell(
            "printf '%s' '\(text)' | $health owner set --store '\(file.path)'", in: home)
        #expect(result.status != 0)
        #expect(try HealthDatabase(url: file).owner.secret() == nil)
        #expect(text.isEmpty || !result.errors.contains(text))
    }
}
