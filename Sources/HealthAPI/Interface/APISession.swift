// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How the owner's session is sent.
package enum APISession {
    /// The name of the cookie.
    package static let cookie = "health_session"
    /// The field of the head that has to come with everything that changes something.
    package static let formTokenField = "X-CSRF-Token"
}
