// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthSession

extension PermissionStatusJSON {
    /// Creates the status of a permission to save.
    package init(_ share: AppPermission.Share) {
        switch share {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = .authorized
        }
    }

    /// Creates the status of a permission to read.
    package init(_ read: AppPermission.Read) {
        switch read {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized, .limited: self = .authorized
        }
    }
}

extension AppPermission.Share {
    /// Creates a permission from its status.
    init(_ status: PermissionStatusJSON) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = .authorized
        }
    }
}

extension AppPermission.Read {
    /// Creates a permission from its status.
    /// - Parameter since: The earliest start of the samples that the app reads; nil for all.
    init(_ status: PermissionStatusJSON, since: Date?) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = since.map { .limited(since: $0) } ?? .authorized
        }
    }
}
