// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a process uses a health daemon.
public struct RemoteOptions: Sendable {
    /// Where changes wait that could not be sent; nil for a folder of the app's and daemon's own in the person's data folder
    /// (`$XDG_DATA_HOME/openhealthkit/unsent`, else `~/.local/share/openhealthkit/unsent`). It is readable by the person alone.
    public var unsentFolder: URL?
    /// How many changes may wait; what is one too many fails with `errorDatabaseInaccessible`.
    public var maximumUnsent: Int
    /// How many bytes they may have together.
    public var maximumUnsentBytes: Int
    /// Whether plain HTTP may leave this machine. The daemon's token and all health data can then be read on the way.
    public var allowsPlainHTTP: Bool
    /// A file with certificates, in the PEM format, one of which vouches for the daemon's; nil for those that the system trusts.
    /// The daemon's certificate is checked in either case.
    public var certificateAuthority: URL?
    /// Called with each change that had been kept for later and that the daemon has refused. The changes after it go on.
    /// Otherwise a line on standard error says so, without what was in the change.
    public var onRefusal: (@Sendable (RefusedChange) -> Void)?

    /// A folder of its own, 10,000 changes of 256 MiB together, and no plain HTTP beyond this machine.
    public init() {
        unsentFolder = nil
        maximumUnsent = 10_000
        maximumUnsentBytes = 256 << 20
        allowsPlainHTTP = false
        certificateAuthority = nil
        onRefusal = nil
    }
}
