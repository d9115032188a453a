// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI

/// Protection against requests by pages of other sites in the person's browser.
package enum SameOrigin {
    /// Checks that a request does not come from a page of another site, if the browser reports it.
    /// - Throws: A ``Problem``.
    package static func check(_ request: Request, _ services: DaemonServices) throws(Problem) {
        let refusal = Problem(.forbidden, "This can only be sent from the server's own pages.")
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            guard site == "same-origin" || site == "none" else { throw refusal }
        }
        if let origin = request.headers[.origin] {
            guard origins(request, services).contains(origin.lowercased()) else { throw refusal }
        }
    }

    /// Checks that a request without the session's token opens a page or comes from a program. The response to such a request is of
    /// no use to another site, and the requests of the server's scripts have the token.
    /// - Throws: A ``Problem``.
    static func checkNavigation(_ request: Request, _ services: DaemonServices) throws(Problem) {
        let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headers[$0] }
        if mode != "navigate" { try check(request, services) }
    }

    private static func origins(_ request: Request, _ services: DaemonServices) -> Set<String> {
        var origins: Set<String> = [services.publicURL.lowercased()]
        if let url = URL(string: services.publicURL), let scheme = url.scheme, let host = url.host {
            origins.insert("\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")".lowercased())
        }
        if let authority = request.head.authority {
            let scheme = services.configuration.tls == nil ? "http" : "https"
            origins.insert("\(scheme)://\(authority)".lowercased())
        }
        return origins
    }

    /// Checks that a request to a server on loopback contains a host of loopback or its public one. A page of another site whose
    /// name resolves to 127.0.0.1 ("DNS rebinding") sends its own.
    /// - Throws: A ``Problem``.
    static func checkHost(_ request: Request, _ services: DaemonServices) throws(Problem) {
        let configuration = services.configuration
        guard isLoopback(configuration.host), let authority = request.head.authority else { return }
        let host = Self.host(of: authority)
        if isLoopback(host) || host == configuration.host.lowercased() { return }
        if let name = configuration.publicURL?.host?.lowercased(), host == name { return }
        throw Problem(
            .forbidden, "The server does not have this name. Use localhost, or start it with its public address.")
    }

    /// Returns the name without the port, and without the brackets of an IPv6 address.
    private static func host(of authority: String) -> String {
        let authority = authority.lowercased()
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "::1"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// A seal for forms that are shown before there is a session. Only forms that this server has sent within the last hour are
/// accepted.
package struct FormSeal: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private static let seconds = 3600.0
    /// The maximum length of a seal: a time of 20 digits, a point, and a code of 43 letters.
    private static let longest = 64

    /// Returns a seal for a date.
    package func text(at date: Date) -> String {
        text(String(Int(date.timeIntervalSince1970)))  // checked: the clock of the computer
    }

    private func text(_ time: String) -> String { time + "." + Secret.text(Data(code(time))) }

    /// Returns whether a string is a valid seal.
    package func isValid(_ text: String, at date: Date) -> Bool {
        // The code is checked first, so that only numbers that this server has written are parsed.
        guard text.utf8.count <= Self.longest, let time = text.split(separator: ".").first,
            Secret.isEqual(text, self.text(String(time))), let made = Int(time)
        else { return false }
        return (0...Self.seconds).contains(date.timeIntervalSince1970.rounded(.down) - Double(made))
    }

    private func code(_ time: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Data(time.utf8), using: key)
    }
}
