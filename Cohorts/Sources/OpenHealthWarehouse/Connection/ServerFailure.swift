// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A failure of one server. The caller adds the shard and reports it to the user.
package enum ServerFailure: Error, Hashable {
    /// There was no complete response, so it is unknown whether the server has performed the request.
    case unreachable(String)
    /// The server rejects the request, with the code of ClickHouse's error.
    case refused(code: Int, message: String)
    /// The response isn't from ClickHouse.
    case unreadable(String)

    /// The codes of relevant ClickHouse errors (`src/Common/ErrorCodes.cpp`; they never change).
    package enum Number {
        package static let unknownTable = 60
        package static let unknownDatabase = 81
        package static let networkError = 210
        package static let readOnlyTable = 242
        package static let allConnectionsFailed = 279
        package static let wrongPassword = 193
        package static let requiredPassword = 194
        package static let unknownUser = 192
        package static let authenticationFailed = 516
        package static let noZooKeeper = 225
        package static let tooManyParts = 252
        package static let keeperException = 999
        package static let unexpectedZooKeeperError = 244
        package static let unknownStatusOfInsert = 319
        package static let replicaExists = 253
        package static let socketTimeout = 209
        package static let unexpectedEnd = 3
        package static let readAfterEnd = 32
        package static let tooManyQueries = 202
        package static let aborted = 236
        package static let noReplicaHasPart = 234
        package static let dnsError = 198

        /// The codes of servers that others don't reach, that are shutting down, or that are overloaded.
        static let passing: Set<Int> = [
            networkError, allConnectionsFailed, socketTimeout, unexpectedEnd, readAfterEnd, tooManyQueries,
            tooManyParts, unknownStatusOfInsert, aborted, noReplicaHasPart,
        ]

        /// The codes with which a server reports that it doesn't reach another server.
        static let outOfReach: Set<Int> = [
            networkError, allConnectionsFailed, socketTimeout, unexpectedEnd, readAfterEnd, dnsError,
        ]

        /// Returns whether an error means that ZooKeeper is missing in the settings or currently unavailable.
        package static func isZooKeeper(_ code: Int) -> Bool {
            [noZooKeeper, keeperException, unexpectedZooKeeperError].contains(code)
        }

        /// Returns whether an error means that a table is read-only without ZooKeeper.
        package static func isReadOnly(_ code: Int) -> Bool {
            code == readOnlyTable || isZooKeeper(code)
        }

        /// Returns whether an error means that the user or the password is wrong.
        package static func isLogin(_ code: Int) -> Bool {
            [wrongPassword, requiredPassword, unknownUser, authenticationFailed].contains(code)
        }
    }

    /// Whether the failure can be temporary or specific to the server.
    package var mayPass: Bool {
        switch self {
        case .unreachable: true
        case .unreadable: false
        case .refused(let code, _): Number.isReadOnly(code) || Number.passing.contains(code)
        }
    }
}
