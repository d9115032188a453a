// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The address of a server, with the credentials for it.
package struct DaemonAddress: Sendable {
    /// The prefix of every address, without a slash at its end.
    let base: String
    let host: String
    let port: UInt16
    let token: String

    /// Checks an address.
    /// - Throws: an `HKError`, `errorInvalidArgument`, with the fault of the address.
    package init(_ url: URL, token: String, _ options: RemoteOptions) throws {
        func wrong(_ text: String) -> HKError { HKError(.errorInvalidArgument, text) }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false), !host.isEmpty, url.query == nil, url.fragment == nil,
            url.user == nil, let port = UInt16(exactly: url.port ?? (scheme == "https" ? 443 : 80))
        else {
            throw wrong("The address of the health server must be such as https://health.example.org:8484.")
        }
        guard scheme == "https" || LoopbackHost.contains(host) || options.allowsPlainHTTP else {
            throw wrong(
                "The address of the health server at \(host) uses plain HTTP, which others on the network can read. "
                    + "Use https, or set allowsPlainHTTP in the options.")
        }
        let letters = token.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        guard !token.isEmpty, letters else {
            throw wrong("The token of the health server is \(token.isEmpty ? "missing" : "none that a daemon gives").")
        }
        var text = url.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        base = text
        self.host = host
        self.port = port
        self.token = token
    }
}
