// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A limit on the storage and the requests of a server's app. The owner can change each limit for each app.
package enum AppQuota: String, Sendable, CaseIterable {
    /// Samples saved per day in UTC. Readings of series and all readings of pushes count as samples, also those that the store had already.
    case samplesPerDay
    /// Bytes of metadata of one sample.
    case metadataBytesPerSample
    /// Bytes of metadata in one request.
    case metadataBytesPerRequest
    /// Sources of the app's samples. An app on a phone names those of its pushes.
    case sources
    /// Devices of the app's samples.
    case devices
    /// Bytes of all attachments.
    case attachmentBytes
    /// Webhooks.
    case webhooks
    /// Requests for permission without a decision.
    case openRequests
    /// Responses that are kept for 24 hours, one for each `Idempotency-Key`.
    case keptResponses
    /// Bytes of all kept responses.
    case keptResponseBytes

    /// The default limit.
    package var usual: Int {
        switch self {
        case .samplesPerDay: 1_000_000
        case .metadataBytesPerSample: 64 << 10
        case .metadataBytesPerRequest: 4 << 20
        case .sources, .devices: 1000
        case .attachmentBytes: 1 << 30
        case .webhooks: 16
        case .openRequests: 32
        // One request a second with a key, and the UUIDs of all samples that an app can save in a day.
        case .keptResponses: 100_000
        case .keptResponseBytes: 64 << 20
        }
    }
}

/// A quota of an app and its current usage.
package struct AppQuotaState: Sendable, Hashable {
    /// The quota.
    package var quota: AppQuota
    /// The limit.
    package var limit: Int
    /// The current usage; nil for quotas that apply to single samples and requests.
    package var used: Int?
}

/// An error that indicates that a request exceeds a quota. Nothing was changed.
package struct QuotaExceeded: Error, Equatable {
    /// The quota.
    package var quota: AppQuota
    /// The limit.
    package var limit: Int
    /// The number of seconds after which the app can try again; nil if waiting does not help.
    package var retryAfter: Int?

    package init(quota: AppQuota, limit: Int, retryAfter: Int? = nil) {
        self.quota = quota
        self.limit = limit
        self.retryAfter = retryAfter
    }
}
