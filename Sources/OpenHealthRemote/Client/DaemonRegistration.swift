// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// The registration of apps with a server.
package enum DaemonRegistration {
    /// Registers an app, and waits for the server; must be called on a thread that may block.
    /// - Parameter pairingCode: the code that the server's owner has created; nil for a server with open registration.
    /// - Returns: the app's identifier, to which a server with open registration adds a suffix, and its token.
    /// - Throws: an `HKError`.
    package static func register(
        _ app: AppIdentity, at url: URL, pairingCode: String?, _ options: RemoteOptions = RemoteOptions()
    ) async throws -> (identifier: String, token: String) {
        // The request has the code in place of a token.
        let address = try DaemonAddress(url, token: "none", options)
        let connection = DaemonConnection(address, try .trusting(options.certificateAuthority))
        var request = try DaemonRequest(AppRoutes.register, AppRegistrationJSON(app, pairingCode: pairingCode))
        request.isRepeatable = false
        do {
            return try AppRoutes.register.answer.decode(try await connection.json(request))
        } catch let error as HKError {
            throw error
        } catch {
            throw DaemonFailure(error).error(address)
        }
    }
}
