// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel

/// The address of the server as another device reaches it.
enum ServerAddress {
    /// Checks an address, to which paths and parameters are added.
    /// - Parameter fault: The message of the error.
    /// - Throws: A ``ToolError`` if it is missing, has another scheme than HTTP, or has a user, parameters or a fragment.
    static func checked(_ address: String?, _ fault: String) throws -> String {
        guard let address, let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil,
            url.user == nil, url.query == nil, url.fragment == nil
        else {
            throw ToolError(.badArgument, fault, remedy: "give it, such as --server https://health.example.org")
        }
        return address
    }
}
