// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The names used to send the owner's session.
package enum APISession {
    /// The name of the session cookie; with TLS it is preceded by ``hostPrefix``.
    package static let cookie = "health_session"
    /// The name of the cookie that identifies a browser that has signed in before; prefixed like the session cookie.
    package static let deviceCookie = "health_device"
    /// The prefix of the names of cookies that a browser accepts only from this host and only over TLS (RFC 6265bis, 4.1.3.2).
    package static let hostPrefix = "__Host-"
    /// The header field with the session's token, which every request must have in addition to the cookie: a browser sends the
    /// cookie to every port of the host, but only a script of the server's own origin adds the token.
    package static let formTokenField = "X-CSRF-Token"
}
