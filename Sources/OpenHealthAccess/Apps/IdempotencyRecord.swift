// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A request that an app can repeat if it doesn't know whether the request arrived.
package struct IdempotencyRecord: Sendable {
    /// The key that the app chose.
    package var key: String
    /// The SHA-256 of the entire request.
    package var hash: Data

    package init(key: String, hash: some Sequence<UInt8>) {
        self.key = key
        self.hash = Data(hash)
    }

    /// The time for which a response is kept, in seconds.
    package static let seconds = 86_400.0
}

/// The response to a request.
package struct IdempotencyResponse: Sendable, Equatable {
    package var status: Int
    package var body: Data

    package init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

/// The error if a key was used for another request before.
package struct IdempotencyConflict: Error {}
