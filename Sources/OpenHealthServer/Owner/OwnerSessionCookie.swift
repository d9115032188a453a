// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import Hummingbird

/// The cookie that identifies an owner's session, and the cookie that identifies a browser that has signed in before.
///
/// `Secure` also works over plain HTTP, if the server is reached on loopback. Browsers consider 127.0.0.1, ::1 and
/// localhost trustworthy origins (Secure Contexts of the W3C). Chrome since 89, Firefox since 75 and curl since 7.79 keep
/// and send such cookies there. Safari does not; it requires TLS. With TLS the names begin with `__Host-`, so that no page
/// without TLS can replace the cookies; browsers reject such names without TLS.
///
/// No attribute binds a cookie to a port: a server on another port of the same host also receives it. The cookie alone therefore
/// gives no access; see ``UnprovenOwnerSession``.
package enum OwnerSessionCookie {
    private static let attributes = "; Path=/; Secure; HttpOnly; SameSite=Strict"
    private static let deviceSeconds = 365 * 86_400
    /// The maximum number of cookies of one name that are checked: another port of the host may have set some with other paths.
    private static let most = 4

    private static func name(_ base: String, _ services: DaemonServices) -> String {
        (services.configuration.isHTTPS ? OwnerSessionNames.hostPrefix : "") + base
    }

    /// Returns the fields that set the cookies of a new session, the session's first.
    package static func giving(_ new: NewOwnerSession, _ services: DaemonServices) -> [String] {
        [
            "\(name(OwnerSessionNames.cookie, services))=\(new.cookie)\(attributes)",
            "\(name(OwnerSessionNames.deviceCookie, services))=\(new.device)\(attributes); Max-Age=\(deviceSeconds)",
        ]
    }

    /// Returns the field that deletes the session's cookie.
    package static func taking(_ services: DaemonServices) -> String {
        "\(name(OwnerSessionNames.cookie, services))=\(attributes); Max-Age=0"
    }

    /// Returns the values of a request's session cookies; usually at most one.
    static func sessions(in request: Request, _ services: DaemonServices) -> [String] {
        values(of: name(OwnerSessionNames.cookie, services), in: request)
    }

    /// Returns the values of a request's cookies that identify a browser that has signed in before.
    static func devices(in request: Request, _ services: DaemonServices) -> [String] {
        values(of: name(OwnerSessionNames.deviceCookie, services), in: request)
    }

    /// Returns the first value of a cookie, or nil if the request has no cookie of this name.
    package static func value(of name: String, in request: Request) -> String? { values(of: name, in: request).first }

    private static func values(of name: String, in request: Request) -> [String] {
        guard let field = request.headers[.cookie] else { return [] }
        let pairs = field.split(separator: ";").lazy.map { $0.split(separator: "=", maxSplits: 1) }
        return pairs.filter { $0.count == 2 && $0[0].drop { $0 == " " } == name }.prefix(most).map { String($0[1]) }
    }
}

extension HTTPFields {
    /// Creates fields that set or delete cookies.
    package init(cookies: [String]) {
        self = HTTPFields(cookies.map { HTTPField(name: .setCookie, value: $0) })
    }
}
