// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Names of apps", .timeLimit(.usual)) struct AppRenameTests {
    private func describe(_ daemon: OwnedDaemon, _ token: String, _ name: String) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "PUT", "/v1/app", as: .app(token), json: OwnedDaemon.registration("org.example.steps", name: name))
    }

    @Test("A new name waits for the owner, who accepts the name that was shown, or refuses it")
    func rename() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let token = try await daemon.register("org.example.steps", name: "Steps")
            #expect(try await describe(daemon, token, "Walks").json?["name"]?.string == "Steps")
            func shown() async throws -> (String?, String?) {
                let app = try await daemon.send("GET", "/v1/owner/apps", as: owner).json?["apps"]?.array?.first
                return (app?["name"]?.string, app?["proposedName"]?.string)
            }
            #expect(try await shown() == ("Steps", "Walks"))
            // A request of the app shows the old name and does not accept the new one.
            let type = "HKQuantityTypeIdentifierStepCount"
            let request = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(token), json: #"{"read":["\#(type)"]}"#)
            #expect(request.status == 201)
            #expect(try await shown() == ("Steps", "Walks"))
            let path = "/v1/owner/apps/org.example.steps/name"
            #expect(try await daemon.send("POST", path, as: owner, json: #"{"name":"Runs"}"#).status == 404)
            #expect(try await daemon.send("POST", path, as: owner, json: #"{"name":"Walks"}"#).status == 204)
            #expect(try await shown() == ("Walks", nil))
            #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).json?["name"]?.string == "Walks")
            _ = try await describe(daemon, token, "Runs")
            #expect(try await daemon.send("DELETE", path + "?name=Runs", as: owner).status == 204)
            #expect(try await shown() == ("Walks", nil))
            // A request for the current name withdraws the request for a new one.
            _ = try await describe(daemon, token, "Runs")
            _ = try await describe(daemon, token, "Walks")
            #expect(try await shown() == ("Walks", nil))
        }
    }

    @Test("The page asks the owner about a new name")
    func page() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let token = try await daemon.register("org.example.steps", name: "Steps")
            _ = try await describe(daemon, token, "Walks")
            #expect(try await daemon.send("GET", "/owner/apps", as: owner).text.contains("“Walks”"))
            let form = [("app", "org.example.steps"), ("name", "Walks"), ("action", "name-accept")]
            #expect(try await daemon.send("POST", "/owner/apps", as: owner, form: form).status == 303)
            #expect(try daemon.database.apps.all().first?.name == "Walks")
        }
    }

    @Test("No app gets a name that resembles that of another app, by registration or by renaming")
    func resembling() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let token = try await daemon.register("org.example.steps", name: "Steps")
            _ = try await daemon.register("org.example.walks", name: "Walks")
            for name in ["Walks", "walks", "WALKS", "W a l k s", "Wаlks".replacing("а", with: "á"), "Wa1ks", "Walks."] {
                #expect(try await daemon.pair("org.example.other", name: name).status == 409, "\(name)")
                // The request reveals nothing; its acceptance is refused.
                #expect(try await describe(daemon, token, name).status == 200)
                let response = try await daemon.send(
                    "POST", "/v1/owner/apps/org.example.steps/name", as: owner,
                    json: JSONValue.object([("name", .string(name))]).text)
                #expect(response.status == 409, "\(name)")
            }
        }
    }

    @Test("No app gets a reserved name in any spelling", arguments: AppName.reserved)
    func reserved(name: String) async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps", name: "Steps")
            #expect(try await daemon.pair("org.example.other", name: name).status == 422)
            #expect(try await describe(daemon, token, name).status == 422)
            #expect(try daemon.database.apps.all().map(\.proposedName) == [nil])
        }
    }

    @Test("The page shows a pairing code and its QR code, without scripts")
    func pairingPage() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let page = try await daemon.send("POST", "/owner/apps", as: owner, form: [("action", "pair")])
            #expect(page.status == 200)
            let code = try #require(page.text.firstMatch(of: /<output>([A-Z0-9-]{9})<\/output>/)?.output.1)
            let link = try #require(PairingCode(String(code))).link(to: daemon.url)
            let picture = try #require(QRCode(link))
            #expect(page.text.contains(picture.path))
            let body = OwnedDaemon.registration("org.example.one", code: String(code))
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 201)
            for (action, isOpen) in [("open-registration", true), ("close-registration", false)] {
                let response = try await daemon.send("POST", "/owner/apps", as: owner, form: [("action", action)])
                #expect(response.status == 303)
                #expect(try daemon.database.apps.isRegistrationOpen() == isOpen)
            }
            for action in ["pair-app", "renew"] {
                let form = [("action", action), ("app", "org.example.one")]
                let page = try await daemon.send("POST", "/owner/apps", as: owner, form: form)
                #expect(page.text.contains("This code is for org.example.one only."))
            }
            #expect(try daemon.database.apps.tokenHolders().isEmpty)
        }
    }
}
