// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The options for the use of a health server.
public struct RemoteOptions: Sendable {
    /// The folder of changes that could not be sent; nil for a folder for this app and server in the person's data folder
    /// (`$XDG_DATA_HOME/openhealthkit/unsent`, else `~/.local/share/openhealthkit/unsent`). Only the person can read it.
    public var unsentFolder: URL?
    /// The maximum number of waiting changes; a further one fails with `errorDatabaseInaccessible`.
    public var maximumUnsent: Int
    /// The maximum number of bytes of all waiting changes.
    public var maximumUnsentBytes: Int
    /// Whether plain HTTP may leave this machine. The server's token and all health data can then be read on the way.
    public var allowsPlainHTTP: Bool
    /// A file with certificates, in the PEM format, one of which must have signed the server's; nil for those that the system
    /// trusts. The server's certificate is checked in either case.
    public var certificateAuthority: URL?
    /// Called with each change that was kept for later and that the server has refused. The changes after it continue. The default
    /// writes a line on standard error, without the contents of the change.
    public var onRefusal: (@Sendable (RefusedChange) -> Void)?
    /// The time limits of requests.
    package var timeLimits: RemoteTimeLimits

    /// Creates the default options: a separate folder, 10,000 changes of 256 MiB together, and no plain HTTP beyond this machine.
    public init() {
        unsentFolder = nil
        maximumUnsent = 10_000
        maximumUnsentBytes = 256 << 20
        allowsPlainHTTP = false
        certificateAuthority = nil
        onRefusal = nil
        timeLimits = RemoteTimeLimits()
    }
}

/// The time limits of requests to a server.
///
/// The clients measure real time, so tests on a busy machine set limits that they cannot reach.
package struct RemoteTimeLimits: Hashable, Sendable {
    /// The maximum duration until a connection is established.
    package var connect: Duration = .seconds(5)
    /// The maximum duration without data of a response. A server without news sends a comment every fifteen seconds.
    package var read: Duration = .seconds(60)

    package init() {}

    /// Returns limits that are reached only if a request never ends.
    package static var long: RemoteTimeLimits {
        var limits = RemoteTimeLimits()
        limits.connect = .seconds(3600)
        limits.read = .seconds(3600)
        return limits
    }
}

/// A change that was kept while the server could not be reached, and that it has refused since.
///
/// The app's call succeeded, as on a phone that is locked. The change has not happened and is not tried again.
public struct RefusedChange: Sendable {
    /// The kind of a change.
    public enum Kind: String, Sendable {
        /// The app saved objects.
        case save
        /// The app deleted objects.
        case delete
    }

    /// The kind of the change.
    public let kind: Kind
    /// The UUIDs of the objects.
    public let objects: [UUID]
    /// The date of the app's call.
    public let date: Date
    /// The reason for the refusal.
    public let error: HKError
}

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
