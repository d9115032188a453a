// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// Tests of the reference of the interface for apps.
@Suite(.timeLimit(.usual)) struct ReferencePageTests {
    @Test func `the reference has every operation of the interface for apps`() async throws {
        try await OwnedDaemon.with(hasOwner: false) { daemon in
            let page = try await daemon.send("GET", "/docs")
            #expect(page.status == 200 && page.header("Content-Type") == "text/html; charset=utf-8")
            for route in APIRoutes.all {
                #expect(page.text.contains("<details id=\"\(route.id)\">") == route.isForApps, "\(route.id)")
            }
            // It loads nothing from elsewhere, and needs no script.
            #expect(page.header("Content-Security-Policy")?.hasPrefix("default-src 'none'; style-src 'self'") == true)
            #expect(!page.text.contains("<script") && !page.text.contains("<style"))
            #expect(!page.text.contains("src=\"http") && !page.text.contains("href=\"http"))
        }
    }

    @Test func `every link in the reference has a target`() {
        let html = ReferenceText(OpenAPIDocument.apps).html
        let targets = Set(html.matches(of: /id="([^"]+)"/).map { String($0.output.1) })
        let links = html.matches(of: /href="#([^"]+)"/).map { String($0.output.1) }
        #expect(links.count > 500)
        #expect(Set(links).subtracting(targets).isEmpty)
    }

    @Test func `texts between backquotes are code`() {
        let html = ReferenceText(OpenAPIDocument.apps).html
        #expect(!html.contains("`"))
        let text = ReferenceText(
            .object([("info", .object([("description", .string("One `a<b` and `c`.\n\nA ` alone."))]))])
        ).html
        #expect(text.contains("<p>One <code>a&lt;b</code> and <code>c</code>.</p>\n<p>A ` alone.</p>"))
    }

    @Test func `texts are escaped`() {
        let text = ReferenceText(
            .object([
                ("info", .object([("description", .string("<b>&\"'"))])), ("paths", .object([])),
                ("components", .object([("schemas", .object([("A<", .object([("type", .string("string"))]))]))])),
            ])
        ).html
        #expect(text.contains("<p>&lt;b&gt;&amp;&quot;&#39;</p>") && text.contains("<code>A&lt;</code>"))
    }
}
