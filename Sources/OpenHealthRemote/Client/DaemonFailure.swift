// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOHTTP1

/// Why a daemon has not answered a question.
enum DaemonFailure: Error {
    /// There was no answer, or only half of one: whether the daemon has heard the question nobody knows.
    case unreachable(String)
    /// The daemon says no.
    case problem(Problem)
    /// What came is no answer.
    case unreadable(String)

    /// What an error of the client is.
    init(_ error: any Error) {
        switch error {
        case let failure as DaemonFailure: self = failure
        case let problem as Problem: self = .unreadable(problem.detail)
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection:
            self = .unreachable("the connection ended within the answer")
        case let error as HTTPParserError: self = .unreadable("it is no HTTP: \(error)")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            self = .unreachable("the connection ended before the answer")
        case let error as HTTPClientError where error == .connectTimeout:
            self = .unreachable("it did not answer for five seconds")
        case let error as HTTPClientError where error == .readTimeout:
            self = .unreachable("it sent nothing for a minute")
        default: self = .unreachable("\(error)")
        }
    }

    /// What an app gets.
    func error(_ address: DaemonAddress) -> HKError {
        switch self {
        case .unreachable(let reason):
            HKError(
                .errorDatabaseInaccessible,
                "The health server at \(address.base) cannot be reached: \(reason). Is it running (health serve), and is the "
                    + "address right?")
        case .unreadable(let reason):
            HKError(.unknownError, "The answer of the health server at \(address.base) cannot be read: \(reason)")
        case .problem(let problem): HKError(problem)
        }
    }
}

extension HKError {
    /// What HealthKit says where a daemon says this.
    init(_ problem: Problem) {
        if let code = problem.healthKitCode.flatMap(Code.init(rawValue:)) {
            self.init(code, problem.detail)
            return
        }
        let code: Code =
            switch problem.kind {
            case .unauthenticated, .forbidden, .confirmationRequired: .errorAuthorizationDenied
            case .notFound: .errorNoData
            case .contentTooLarge: .errorDataSizeExceeded
            case .invalidRequest, .invalidArgument, .conflict, .unsupportedMediaType, .methodNotAllowed, .notAcceptable,
                .headerTooLarge:
                .errorInvalidArgument
            case .requestTimeout, .tooManyRequests, .unavailable, .insufficientStorage: .errorDatabaseInaccessible
            case .internalError: .unknownError
            }
        self.init(code, problem.detail)
    }
}
