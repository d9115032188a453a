// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// Tests of names chosen by others on the owner's pages.
@Suite(.timeLimit(.slow)) struct StoredScriptTests {
    static let names = [
        "<script>alert(1)</script>", #""><img src=x onerror=alert(1)>"#, "' autofocus onfocus='alert(1)",
        "\"\u{301} autofocus onfocus=alert(1) x=\"", "<\u{338}b>", "{{csrf}}{{{content}}}", "{{#apps}}",
        "</title><script>",
        "&lt;script&gt;", "<svg/onload=alert(1)>", "\u{202e}evil", "<!--", "]]>", "\\\"><b>",
    ]

    @Test func noNameBecomesMarkup() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for (number, name) in Self.names.enumerated() {
                // Apps that use the file in separate processes can have any names and identifiers.
                let app = AppIdentity(identifier: "org.example\(number)\(name)", name: name, version: name)
                let access = AppAccess(database: daemon.database, app: app, clock: { daemon.clock.now })
                let steps = HKQuantityType(.stepCount)
                try access.note(AuthorizationRequest(app: app, share: [steps], read: [steps]))
                try access.record(AuthorizationDecision(share: [steps: .authorized]))
                let sample = HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: daemon.clock.now,
                    end: daemon.clock.now,
                    device: HKDevice(
                        name: name, manufacturer: name, model: name, hardwareVersion: name, firmwareVersion: name,
                        softwareVersion: name, localIdentifier: name, udiDeviceIdentifier: name),
                    metadata: [HKMetadataKeyFoodType: name])
                try access.save([sample])
                let request = try #require(
                    try access.ask(
                        AuthorizationRequest(app: app, share: [], read: [HKQuantityType(.heartRate)]), lifetime: 600))
                let objects = try #require(
                    try access.ask(
                        forObjectsOf: HKPrescriptionType.visionPrescriptionType(), predicate: .constant(true),
                        lifetime: 600))
                for path in ["/owner/requests/\(request.id)", "/owner/requests/\(objects.id)"] {
                    try await check(daemon, owner, path, name)
                }
            }
            for path in ["/owner/apps", "/owner/requests", "/owner/sources"] {
                try await check(daemon, owner, path, "{{csrf}}")
            }
        }
    }

    /// Checks a page in every language, because each language has its own templates.
    private func check(_ daemon: OwnedDaemon, _ owner: OwnedDaemon.OwnerAccess, _ path: String, _ name: String)
        async throws
    {
        for language in Language.allCases {
            let response = try await daemon.send(
                "GET", path, as: .owner(owner), headers: [("Accept-Language", language.tag)])
            #expect(response.header("Content-Language") == language.tag)
            try check(response, name, path)
        }
    }

    private func check(_ response: OwnedDaemon.Response, _ name: String, _ path: String) throws {
        #expect(response.status == 200, "\(path)")
        // The pages' own scripts are files of this daemon without inline code.
        let own = /<script (?:type="module" )?src="\/assets\/[\w.\/-]+"(?: defer)?><\/script>/
        let icon = /<svg viewBox="0 0 24 24" aria-hidden="true"><path d="[\w. \-]+"\/><\/svg>/
        let text = response.text.replacing(own, with: "").replacing(icon, with: "")
        // Browsers compare code points, so the search uses bytes.
        let bytes = Data(text.utf8)
        for piece in ["<script", "<img", "<svg", "<b>", "<!--a", "<style"] {
            #expect(bytes.range(of: Data(piece.utf8)) == nil, "\(path): \(name)")
        }
        // Each quotation mark belongs to an attribute of the templates, and is followed by the end of the tag, a space, or the
        // value.
        for tag in text.unicodeScalars.split(separator: "<").compactMap({ $0.split(separator: ">").first }) {
            let marks = tag.count { $0 == "\"" }
            #expect(marks.isMultiple(of: 2), "\(path): \(String(String.UnicodeScalarView(tag)))")
            #expect(
                !String(String.UnicodeScalarView(tag)).contains(/^[^"]*("[^"]*"[^"]*)*\son[a-z]+=/), "\(path): \(name)")
        }
        // A name that looks like a placeholder is inserted, not evaluated.
        if name.hasPrefix("{{csrf"), path != "/owner/sources" { #expect(text.contains("{{csrf}}"), "\(path)") }
        let policy = try #require(response.header("Content-Security-Policy"))
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(!text.contains("style="))
    }

    @Test func markupIsEscapedByCodePoints() {
        let text = EscapedText().escapeText("\"\u{301}<\u{338}>&'")
        #expect(text.unicodeScalars.elementsEqual("&quot;\u{301}&lt;\u{338}&gt;&amp;&#39;".unicodeScalars))
    }
}
