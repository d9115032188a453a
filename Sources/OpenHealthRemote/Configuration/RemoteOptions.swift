// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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

    /// Creates the default options: a separate folder, 10,000 changes of 256 MiB together, and no plain HTTP beyond this machine.
    public init() {
        unsentFolder = nil
        maximumUnsent = 10_000
        maximumUnsentBytes = 256 << 20
        allowsPlainHTTP = false
        certificateAuthority = nil
        onRefusal = nil
    }
}
