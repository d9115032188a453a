// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// A limit on the storage and the requests of a server's app. The owner can change each limit for each app.
package enum AppQuota: String, Sendable, CaseIterable {
    /// Samples saved per day in UTC; readings of series and pushed figures of intervals count as samples, and samples of a push that
    /// the store had already do not.
    case samplesPerDay
    /// Bytes of metadata of one sample.
    case metadataBytesPerSample
    /// Bytes of metadata in one request.
    case metadataBytesPerRequest
    /// Bytes of all attachments.
    case attachmentBytes
    /// Webhooks.
    case webhooks
    /// Requests for permission without an answer.
    case openRequests

    /// The default limit.
    package var usual: Int {
        switch self {
        case .samplesPerDay: 1_000_000
        case .metadataBytesPerSample: 64 << 10
        case .metadataBytesPerRequest: 4 << 20
        case .attachmentBytes: 1 << 30
        case .webhooks: 16
        case .openRequests: 32
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
