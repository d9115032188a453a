// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Why one server has not done what it was asked for. Whoever asked knows the shard and says it in words of the user's.
package enum ServerFailure: Error, Hashable {
    /// There was no answer, or half of one: whether the server has done it nobody knows.
    case unreachable(String)
    /// The server says no, with the number of ClickHouse's error.
    case refused(code: Int, message: String)
    /// What came is no answer of ClickHouse's.
    case unreadable(String)

    /// Numbers of ClickHouse's errors that mean something here (`src/Common/ErrorCodes.cpp`; they never change).
    package enum Number {
        package static let unknownTable = 60
        package static let unknownDatabase = 81
        package static let cannotParse = 27
        package static let networkError = 210
        package static let readOnlyTable = 242
        package static let allConnectionsFailed = 279
        package static let wrongPassword = 193
        package static let requiredPassword = 194
        package static let unknownUser = 192
        package static let authenticationFailed = 516
        package static let noZooKeeper = 225
        package static let tooManyParts = 252
        package static let noCluster = 170
        package static let clusterDoesNotExist = 701
        package static let keeperException = 999
    }
}
