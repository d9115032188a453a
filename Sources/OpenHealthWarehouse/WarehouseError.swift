// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a cohort's cluster, or with what was asked of it, and what to do about it.
///
/// The texts name servers, shards, tables, types and pseudonyms, never a value that someone measured.
public struct WarehouseError: Error, CustomStringConvertible {
    /// The kind of the error, which programs can compare. Open: a later version may know more kinds.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, such as `shardUnreachable`.
        public let rawValue: String

        /// Makes a kind from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of the error.
    public var code: Code
    /// What is wrong, and where.
    public var message: String
    /// What to do about it.
    public var remedy: String

    /// Makes an error from its parts; see the properties.
    public init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The error in one line: what is wrong, what to do.
    public var description: String { "\(message); \(remedy)" }
}

extension WarehouseError.Code {
    /// What was given cannot be right.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// A file or a document that describes a cluster cannot be read.
    public static let invalidLayout = Self(rawValue: "invalidLayout")
    /// No server of the cluster answers.
    public static let unreachable = Self(rawValue: "unreachable")
    /// No server of one shard answers, so that an answer would lack its participants.
    public static let shardUnreachable = Self(rawValue: "shardUnreachable")
    /// A server of a shard lacks what another has been given, so that an answer might lack it too.
    public static let replicaBehind = Self(rawValue: "replicaBehind")
    /// A shard can be read but not written, as without its ZooKeeper.
    public static let readOnly = Self(rawValue: "readOnly")
    /// The servers have no cohort yet, or an older or newer one than the program knows.
    public static let notPrepared = Self(rawValue: "notPrepared")
    /// The cluster has other shards than the program knows: it has grown, or a cluster file is old.
    public static let outdated = Self(rawValue: "outdated")
    /// A server refuses what was asked of it: its user, its settings or its version.
    public static let refused = Self(rawValue: "refused")
    /// A pseudonym belongs to another store.
    public static let otherStore = Self(rawValue: "otherStore")
    /// Somebody else is pushing under the same pseudonym.
    public static let busy = Self(rawValue: "busy")
    /// A participant has been withdrawn.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// What was asked for is not there.
    public static let notFound = Self(rawValue: "notFound")
    /// What a server answers cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
}
