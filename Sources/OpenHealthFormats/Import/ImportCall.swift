// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The inputs of one call. A file that occurs in several of them is read once, and what a file has is not taken from the documents of an account.
public final class ImportCall: Sendable {
    /// The content of a file.
    struct Key: Hashable {
        fileprivate var hash: ContentHash
        fileprivate var size: Int

        init(_ bytes: UnsafeRawBufferPointer) {
            hash = .empty
            size = bytes.count
            if let base = bytes.bindMemory(to: UInt8.self).baseAddress { hash.combine(base, bytes.count) }
        }
    }

    /// A file that has been read.
    struct File {
        var path: String
        var content = KnownFile()
    }

    private struct State {
        var files: [Key: File] = [:]
        /// The readings of the files that have been read and belong to no account.
        var readings = KnownReadings()
        /// The files of the input that is being read, and the readings of those that belong to no account.
        var keysOfInput: [Key] = []
        var readingsOfInput = KnownReadings()
        /// The inputs of files without an account that are read later, and the readings of those that an account needed before.
        var expected: [URL: AppleHealthExportReader.Options] = [:]
        var readingsOfExpected = KnownReadings()
        /// The inputs of files without an account that have not begun.
        var following: Set<URL> = []
        /// The resting heart rates of the files without an account that have been read, also with those of the input that is being read.
        var restingRates = RestingHeartRates()
        var restingRatesWithInput: RestingHeartRates?
        /// The resting heart rates of the accounts that have been read, also with those of the input that is being read.
        var ownedRates = OwnedHeartRates()
        var ownedRatesWithInput: OwnedHeartRates?
        /// The formats of the inputs with accounts.
        var accounts: [URL: String] = [:]
        /// The inputs that are one file of activities each.
        var single: Set<URL> = []
        /// The identities of the owners of the accounts of the call.
        var owners: Set<String> = []
    }

    private let state = Mutex(State())

    /// The maximum number of files in a group, whose receipts are in memory.
    package static let groupSize = 500

    /// Creates a call without inputs.
    public init() {}

    /// Opens an input that is read later in the call.
    /// - Throws: The error of ``HealthImport/init(url:options:call:)``.
    package func expect(_ url: URL, options: AppleHealthExportReader.Options) throws {
        let input = try HealthImport(url: url, options: options, call: self)
        let (hasAccount, isFilesAlone, isOneFile) = (input.hasAccount, input.isFilesAlone, input.isOneFile)
        state.withLock { state in
            if isOneFile { state.single.insert(url) }
            if hasAccount { state.accounts[url] = input.format }
            if isFilesAlone {
                state.expected[url] = options
                state.following.insert(url)
            }
        }
    }

    /// Returns the order in which the inputs are read: accounts first, so that their summaries complete the workouts of their files also where
    /// another input has these. Accounts are in the order of their services, so that a file of several accounts has its name from the same
    /// one in any order of the inputs.
    package func order(of urls: [URL]) -> [Int] {
        let accounts = state.withLock(\.accounts)
        let formats = urls.map { accounts[$0] }
        let named = urls.indices.filter { formats[$0] != nil }.sorted {
            (formats[$0] ?? "", $0) < (formats[$1] ?? "", $1)
        }
        return named + urls.indices.filter { formats[$0] == nil }
    }

    /// Returns the inputs in their order, in groups that are stored together: single files that follow one another, or another input alone.
    package func groups(of urls: [URL]) -> [[Int]] {
        let single = state.withLock(\.single)
        var groups: [[Int]] = []
        for index in order(of: urls) {
            if let last = groups.last, last.count < Self.groupSize, single.contains(urls[index]),
                single.contains(urls[last[0]])
            {
                groups[groups.count - 1].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups
    }

    /// Notes that an input is read now.
    func begin(_ url: URL, owners: Set<String>) {
        state.withLock { state in
            state.owners.formUnion(owners)
            state.expected[url] = nil
            state.following.remove(url)
        }
    }

    /// Whether no input of files without an account follows.
    var isLastOfFiles: Bool { state.withLock { $0.following.isEmpty } }

    /// The resting heart rates of the files without an account of the inputs that have been read.
    var restingRates: RestingHeartRates { state.withLock(\.restingRates) }

    /// Notes the resting heart rates with those of the input that is being read.
    func note(_ rates: RestingHeartRates) { state.withLock { $0.restingRatesWithInput = rates } }

    /// Whether the accounts of the call have several owners.
    var hasSeveralOwners: Bool { state.withLock { $0.owners.count > 1 } }

    /// Notes the resting heart rates of the accounts of the input that is being read.
    /// - Returns: The number of days of which the account of another owner has another figure.
    func note(_ days: [RestingHeartRates.Day]) -> Int {
        state.withLock { state in
            var rates = state.ownedRates
            let count = rates.note(days)
            state.ownedRatesWithInput = rates
            return count
        }
    }

    /// Notes a file.
    /// - Returns: The file with the same bytes that has been noted before; nil if there is none.
    func note(_ key: Key, path: String) -> File? {
        state.withLock { state in
            if let known = state.files[key] { return known }
            state.files[key] = File(path: path)
            state.keysOfInput.append(key)
            return nil
        }
    }

    /// Notes the content of a file that has been noted.
    func note(_ content: KnownFile, of key: Key, isOfAccount: Bool) {
        state.withLock { state in
            state.files[key]?.content = content
            if !isOfAccount { state.readingsOfInput.add(content.readings) }
        }
    }

    /// Returns the readings of the files of the call that belong to no account, also of the inputs that are read later. As in one input, they say
    /// nothing about the accounts if those have several owners.
    func readingsWithoutAccount() -> KnownReadings {
        guard !hasSeveralOwners else { return KnownReadings() }
        let expected = state.withLock { state in
            defer { state.expected = [:] }
            return state.expected
        }
        for (url, options) in expected {
            // An input with an error has no readings; the error is reported when it is read.
            guard let readings = try? Self.readings(of: url, options) else { continue }
            state.withLock { $0.readingsOfExpected.add(readings) }
        }
        return state.withLock { state in
            var readings = state.readings
            readings.add(state.readingsOfInput)
            readings.add(state.readingsOfExpected)
            return readings
        }
    }

    private static func readings(
        of url: URL, _ options: AppleHealthExportReader.Options
    ) throws -> KnownReadings {
        let call = ImportCall()
        let reader = try HealthImport(url: url, options: options, call: call)
        while try reader.nextBatch() != nil {}
        return call.state.withLock(\.readingsOfInput)
    }

    /// Reads an input of the call. After an error, its files count as not read, so that other inputs with them are read whole.
    /// - Throws: The error of the closure.
    package func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
        endInput(isRead: true)
        do {
            return try body()
        } catch {
            endInput(isRead: false)
            throw error
        }
    }

    private func endInput(isRead: Bool) {
        state.withLock { state in
            if isRead {
                state.readings.add(state.readingsOfInput)
                state.restingRates = state.restingRatesWithInput ?? state.restingRates
                state.ownedRates = state.ownedRatesWithInput ?? state.ownedRates
            } else {
                for key in state.keysOfInput { state.files[key] = nil }
            }
            (state.keysOfInput, state.readingsOfInput) = ([], KnownReadings())
            (state.restingRatesWithInput, state.ownedRatesWithInput) = (nil, nil)
        }
    }
}
