// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Connectivity {
    /// The reachability of the network or of a server.
    public enum Status: Hashable, Sendable {
        /// It can be reached, as far as this machine knows.
        case online
        /// It cannot be reached.
        case offline
    }
}
