// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
import Hummingbird

/// The cookie that names a session of the owner's, and the one by which a browser is known that has signed in before.
///
/// `Secure` holds over plain HTTP too, as long as the daemon is reached on loopback: browsers count 127.0.0.1, ::1 and
/// localhost among the trustworthy origins (Secure Contexts of the W3C), and Chrome since 89, Firefox since 75 and curl since
/// 7.79 keep and send such cookies there. Safari does not; it needs TLS. With TLS the names begin with `__Host-`, so that no
/// page without TLS can put a cookie in their place; browsers refuse such names without TLS.
///
/// No attribute binds a cookie to a port: what listens on another port of the same host gets it. So the cookie alone opens
/// nothing; see ``UnprovenSession``.
enum SessionCookie {
    private static let attributes = "; Path=/; Secure; HttpOnly; SameSite=Strict"
    private static let deviceSeconds = 365 * 86_400
    /// How many cookies of one name are looked at: another port of the host may have set some, with other paths.
    private static let most = 4

    private static func name(_ base: String, _ services: DaemonServices) -> String {
        (services.configuration.isHTTPS ? APISession.hostPrefix : "") + base
    }

    /// The fields that give a new session to a browser: the session's first.
    static func giving(_ new: NewSession, _ services: DaemonServices) -> [String] {
        [
            "\(name(APISession.cookie, services))=\(new.cookie)\(attributes)",
            "\(name(APISession.deviceCookie, services))=\(new.device)\(attributes); Max-Age=\(deviceSeconds)",
        ]
    }

    /// The field that takes the session away.
    static func taking(_ services: DaemonServices) -> String {
        "\(name(APISession.cookie, services))=\(attributes); Max-Age=0"
    }

    /// What a request's cookies name; usually one session at most.
    static func sessions(in request: Request, _ services: DaemonServices) -> [String] {
        values(of: name(APISession.cookie, services), in: request)
    }

    /// What a request's cookies say of a browser that has signed in before.
    static func devices(in request: Request, _ services: DaemonServices) -> [String] {
        values(of: name(APISession.deviceCookie, services), in: request)
    }

    /// The first value of a cookie; nil where the request has none of this name.
    static func value(of name: String, in request: Request) -> String? { values(of: name, in: request).first }

    private static func values(of name: String, in request: Request) -> [String] {
        guard let field = request.headers[.cookie] else { return [] }
        let pairs = field.split(separator: ";").lazy.map { $0.split(separator: "=", maxSplits: 1) }
        return pairs.filter { $0.count == 2 && $0[0].drop { $0 == " " } == name }.prefix(most).map { String($0[1]) }
    }
}

extension HTTPFields {
    /// Fields that give or take cookies.
    init(cookies: [String]) {
        self = HTTPFields(cookies.map { HTTPField(name: .setCookie, value: $0) })
    }
}
