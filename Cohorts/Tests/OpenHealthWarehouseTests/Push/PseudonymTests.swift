// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthWarehouse

@Suite struct PseudonymTests {
    @Test func `pseudonyms have letters, digits and three marks`() throws {
        let name = "AZaz09-_."
        #expect(try Pseudonym(name).description == name)
        #expect(try Pseudonym(String(repeating: "x", count: 64)).description.count == 64)
        for text in ["", String(repeating: "x", count: 65), "a b", "a'b", "a\\b", "ä", "a/b", "a\n", "a\0", "а"] {
            let error = #expect(throws: WarehouseError.self, "\(text.debugDescription)") { try Pseudonym(text) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `a key gives the same pseudonym for the same identity`() throws {
        let key = try CohortKey(bytes: Data(0..<32))
        // Computed with Python's hmac, and base 32 by hand.
        #expect(Pseudonym(identity: "study 7, number 12", key: key).description == "D28R6868TY61DFFHBFCMNBK130")
        // Composed and decomposed characters.
        #expect(Pseudonym(identity: "Zo\u{EB}", key: key) == Pseudonym(identity: "Zoe\u{308}", key: key))
        #expect(Pseudonym(identity: "a", key: key) != Pseudonym(identity: "b", key: key))
        let other = try CohortKey(bytes: Data(1..<33))
        #expect(Pseudonym(identity: "a", key: key) != Pseudonym(identity: "a", key: other))
        #expect(throws: Never.self) { try Pseudonym(Pseudonym(identity: "a", key: key).description) }
        #expect(throws: WarehouseError.self) { try CohortKey(bytes: Data(0..<31)) }
    }

    @Test func `a key file is created once and is private`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "deep/cohort.key")
        let missing = #expect(throws: WarehouseError.self) { try CohortKey(contentsOf: file) }
        #expect(missing?.code == .invalidArgument)
        #expect(missing?.message == "the key file \(file.path) does not exist")
        let key = try CohortKey.readOrMake(file)
        #expect(key.bytes.count == 64)
        let facts = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try CohortKey.readOrMake(file).bytes == key.bytes)
        #expect(try CohortKey(contentsOf: file).bytes == key.bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
        let other = try CohortKey.readOrMake(folder.appending(path: "other.key"))
        #expect(other.bytes != key.bytes)
        // The file is readable by the group.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let error = #expect(throws: WarehouseError.self) { try CohortKey.readOrMake(file) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.remedy.contains("chmod 600") == true)
        // The key is too short, and the error contains no bytes of it.
        let short = folder.appending(path: "short.key")
        try Data("secret\n".utf8).write(to: short)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: short.path)
        let shortError = #expect(throws: WarehouseError.self) { try CohortKey(contentsOf: short) }
        #expect(shortError?.message.contains("secret") == false)
        let folderError = #expect(throws: WarehouseError.self) { try CohortKey(contentsOf: folder) }
        #expect(folderError?.message == "the key file \(folder.path) cannot be read")
    }

    @Test func `the default key is in the configuration folder`() {
        #expect(
            CohortKey.defaultURL(environment: ["XDG_CONFIG_HOME": "/etc/x"]).path == "/etc/x/openhealthkit/cohort.key")
        #expect(CohortKey.defaultURL(environment: ["HOME": "/h"]).path == "/h/.config/openhealthkit/cohort.key")
    }
}
