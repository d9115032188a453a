// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The export of an account with a service: files of activities, and documents that describe them.
///
/// An account is a folder with a type of this protocol, and an entry in ``AccountExports``. The documents are read before the files.
protocol ActivityAccount: AnyObject, SendableMetatype {
    /// The name in receipts: `strava-account`.
    static var name: String { get }
    /// Returns whether a file can be one by which exports of the account are recognised.
    static func isMarker(_ path: String) -> Bool
    /// Returns whether a file is one by which exports of the account are recognised.
    /// - Parameters:
    ///   - head: The first bytes of the file.
    ///   - path: The path of the file, for which ``isMarker(_:)`` is true.
    static func matches(_ head: UnsafeRawBufferPointer, _ path: String) -> Bool

    /// Whether all exports in an input that do not state different owners are one account, as where the archives of one export were unpacked into folders of their own.
    static var isOneInInput: Bool { get }
    /// Returns the folder whose files belong to the export of a file for which ``matches(_:_:)`` is true; empty for the whole input.
    static func folder(of path: String) -> String

    /// Returns whether a file can say to whom an export of the input belongs, where all exports of one owner are one account.
    static func statesOwner(_ path: String) -> Bool
    /// Returns what identifies the owner of an export; nil if the file does not state it.
    /// - Parameters:
    ///   - head: The first bytes of the file.
    ///   - path: The path of the file, for which ``statesOwner(_:)`` is true.
    static func owner(_ head: UnsafeRawBufferPointer, _ path: String) -> String?

    init()

    /// The summaries of the activities.
    var summaries: ActivitySummaries { get }
    /// Returns what a file of the export is.
    func role(of path: String) -> AccountFileRole
    /// Reads a document.
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - pages: The mapped bytes of a large document; nil for bytes in memory.
    ///   - builder: The builder, which has the path of the document and receives its problems.
    /// - Throws: A ``FormatError`` if the document must not be read.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, pages: MappedBytes?, into builder: ActivityBuilder) throws
    /// Is called between the documents and the files.
    func prepare()
    /// Adds what is known only after all files have been read.
    func finish(into builder: ActivityBuilder) throws
}

extension ActivityAccount {
    static func statesOwner(_ path: String) -> Bool { false }
    static func owner(_ head: UnsafeRawBufferPointer, _ path: String) -> String? { nil }
}

/// The role of a file in the export of an account.
enum AccountFileRole: Equatable {
    /// A document that the account reads.
    case document
    /// A file of an activity or an archive of such files, or a file that is not health data.
    case other
    /// A file that is neither read nor named.
    case ignored
    /// Health data that is left out for a reason.
    case leftOut(String)
    /// A file that is left out for a reason if its name is that of an activity, and is otherwise neither read nor named.
    case leftOutActivity(String)
}
