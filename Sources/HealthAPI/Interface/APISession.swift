// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How the owner's session is sent.
package enum APISession {
    /// The name of the cookie; with TLS it begins with ``hostPrefix``.
    package static let cookie = "health_session"
    /// The name of the cookie by which a browser is known that has signed in before; prefixed like the other.
    package static let deviceCookie = "health_device"
    /// Begins the names of cookies that a browser accepts from this host alone, and with TLS alone (RFC 6265bis, 4.1.3.2).
    package static let hostPrefix = "__Host-"
    /// The header field with the token of the session, which has to come with every request besides the cookie: a browser
    /// sends the cookie to every port of the host, and the token only where a script of the daemon's own origin puts it.
    package static let formTokenField = "X-CSRF-Token"
}
