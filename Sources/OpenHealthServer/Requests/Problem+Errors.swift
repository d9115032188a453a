// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

extension Problem {
    /// Creates the problem of an error of HealthKit.
    init(_ error: HKError) {
        if error.code == .errorDatabaseInaccessible, let cause = error.userInfo[NSUnderlyingErrorKey] as? StoreError {
            self.init(cause)
            healthKitCode = error.code.rawValue
            return
        }
        let kind: Kind =
            switch error.code {
            case .errorInvalidArgument, .errorDataSizeExceeded: .invalidArgument
            case .errorAuthorizationDenied, .errorAuthorizationNotDetermined, .errorRequiredAuthorizationDenied:
                .forbidden
            case .errorNoData: .notFound
            case .errorDatabaseInaccessible, .errorHealthDataUnavailable: .unavailable
            default: .internalError
            }
        self.init(kind, error.localizedDescription, healthKitCode: error.code.rawValue)
    }

    /// Returns a message of the store as a sentence.
    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// Creates the problem of an exceeded quota. It contains the quota, which the owner can change.
    init(_ error: QuotaExceeded) {
        let quota = "the quota \(error.quota.rawValue) (\(error.limit))"
        let remedy = "Nothing was changed. The owner can change quotas at /owner/apps."
        switch error.quota {
        case .samplesPerDay:
            self.init(
                .tooManyRequests, "The app has saved as much today as \(quota) allows. \(remedy)",
                retryAfter: error.retryAfter)
        case .metadataBytesPerSample, .metadataBytesPerRequest:
            self.init(
                .contentTooLarge, "There is more metadata than \(quota) allows. \(remedy)",
                healthKitCode: HKError.Code.errorDataSizeExceeded.rawValue)
        case .attachmentBytes:
            self.init(
                .insufficientStorage, "The attachments of the app would be more than \(quota) allows. \(remedy)",
                healthKitCode: HKError.Code.errorDataSizeExceeded.rawValue)
        case .webhooks, .openRequests:
            self.init(.conflict, "The app has as many as \(quota) allows. \(remedy)")
        }
    }

    /// Creates the problem of an error of the store. It does not contain the file, which only the owner may see.
    init(_ error: StoreError) {
        switch error.code {
        case .timeLimit, .cancelled: self.init(.unavailable, Self.sentence(error.description))
        case .diskFull:
            self.init(
                .insufficientStorage,
                "There is no space left on the server's disk. Nothing was changed; try again later.")
        case .busy:
            self.init(
                .unavailable,
                "Another program has been writing to the health database for too long. Nothing was changed.",
                retryAfter: 5)
        case .corrupt, .inconsistent:
            self.init(
                .internalError,
                "The health database is damaged. The owner can see the damage with `health check`, and restore a backup."
            )
        default:
            self.init(.unavailable, "The health database cannot be used now; the server's log says why.")
        }
    }
}
