// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore

/// Registers apps with a daemon.
package enum DaemonRegistration {
    /// Registers an app, and waits for the daemon: on a thread that may wait.
    /// - Returns: the app's token.
    /// - Throws: an `HKError`.
    package static func register(_ app: AppIdentity, at url: URL, _ options: RemoteOptions = RemoteOptions()) throws
        -> String
    {
        // Anybody may register.
        let address = try DaemonAddress(url, token: "none", options)
        let connection = DaemonConnection(address, try .trusting(options.certificateAuthority))
        let description = AppDescription(
            identifier: app.identifier, name: app.name, version: app.version, productType: app.productType,
            operatingSystemVersion: app.operatingSystemVersion)
        var request = DaemonRequest(.post, "/v1/apps", description.json)
        request.isRepeatable = false
        do {
            return try connection.json(request).required("token").string()
        } catch let error as HKError {
            throw error
        } catch {
            throw DaemonFailure(error).error(address)
        }
    }
}
