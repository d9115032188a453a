// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
import Hummingbird

/// The cookie that names a session of the owner's.
///
/// `Secure` holds over plain HTTP too, as long as the daemon is reached on loopback: browsers count 127.0.0.1, ::1 and
/// localhost among the trustworthy origins (Secure Contexts of the W3C), and Chrome since 89, Firefox since 75 and curl since
/// 7.79 keep and send such cookies there. Safari does not; it needs TLS. The prefix `__Host-` is not used, since what it
/// promises (Secure, the path /, no other host) is so without it, and some browsers want TLS for it on loopback, too.
enum SessionCookie {
    /// The field that gives a session to a browser.
    static func giving(_ session: OwnerSession) -> String {
        "\(APISession.cookie)=\(session.name); Path=/; Secure; HttpOnly; SameSite=Strict"
    }

    /// The field that takes it away.
    static let taking = "\(APISession.cookie)=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"

    /// What a request's cookie names; nil where it has none.
    static func name(in request: Request) -> String? { value(of: APISession.cookie, in: request) }

    /// The value of a cookie; nil where the request has none of this name.
    static func value(of name: String, in request: Request) -> String? {
        guard let field = request.headers[.cookie] else { return nil }
        for pair in field.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
            return String(parts[1])
        }
        return nil
    }
}
