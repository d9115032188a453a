// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The limits on what an app of a server can store and ask for. The owner can change each for each app.
package enum AppQuota: String, Sendable, CaseIterable {
    /// Samples that are saved on a day in UTC; readings of series count as samples.
    case samplesPerDay
    /// Bytes of metadata of one sample.
    case metadataBytesPerSample
    /// Bytes of metadata that are saved with one request.
    case metadataBytesPerRequest
    /// Bytes of all attachments.
    case attachmentBytes
    /// Receivers of changes.
    case webhooks
    /// Requests for permission that wait for an answer.
    case openRequests

    /// The limit for an app for which the owner has set none.
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

/// A quota of an app, and how much of it is used.
package struct AppQuotaState: Sendable, Hashable {
    /// The quota.
    package var quota: AppQuota
    /// The limit.
    package var limit: Int
    /// How much is used; nil for a quota of single samples and requests.
    package var used: Int?
}

/// An app has asked for more than a quota allows. Nothing was changed.
package struct QuotaExceeded: Error, Equatable {
    /// The quota.
    package var quota: AppQuota
    /// The limit.
    package var limit: Int
    /// After how many seconds the app can go on; nil where the time changes nothing.
    package var retryAfter: Int?

    package init(quota: AppQuota, limit: Int, retryAfter: Int? = nil) {
        self.quota = quota
        self.limit = limit
        self.retryAfter = retryAfter
    }
}
