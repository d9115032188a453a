// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOHTTP1

/// The reason why a server has not answered a request.
enum DaemonFailure: Error {
    /// There was no response, or an incomplete one: it is unknown whether the request has arrived.
    case unreachable(String)
    /// The server has answered with a problem.
    case problem(Problem)
    /// The response is not valid.
    case unreadable(String)

    /// Creates the failure of an error of the client.
    init(_ error: any Error) {
        switch error {
        case let failure as DaemonFailure: self = failure
        case let problem as Problem: self = .unreadable(problem.detail)
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection:
            self = .unreachable("the connection ended within the response")
        case let error as HTTPParserError: self = .unreadable("it is not HTTP: \(error)")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            self = .unreachable("the connection ended before the response")
        case let error as HTTPClientError where error == .connectTimeout:
            self = .unreachable("it did not answer for five seconds")
        case let error as HTTPClientError where error == .readTimeout:
            self = .unreachable("it sent nothing for a minute")
        default: self = .unreachable("\(error)")
        }
    }

    /// Returns the error for an app.
    func error(_ address: DaemonAddress) -> HKError {
        switch self {
        case .unreachable(let reason):
            HKError(
                .errorDatabaseInaccessible,
                "The health server at \(address.base) cannot be reached: \(reason). Is it running (health serve), and is the "
                    + "address right?")
        case .unreadable(let reason):
            HKError(.unknownError, "The response of the health server at \(address.base) cannot be read: \(reason)")
        case .problem(let problem): HKError(problem)
        }
    }
}

extension HKError {
    /// Creates HealthKit's error for a problem.
    init(_ problem: Problem) {
        if let code = problem.healthKitCode.flatMap(Code.init(rawValue:)) {
            self.init(code, problem.detail)
            return
        }
        let code: Code =
            switch problem.kind {
            case .unauthenticated, .forbidden, .confirmationRequired: .errorAuthorizationDenied
            case .notFound, .gone: .errorNoData
            case .contentTooLarge: .errorDataSizeExceeded
            case .invalidRequest, .invalidArgument, .conflict, .preconditionFailed, .unsupportedMediaType,
                .methodNotAllowed, .notAcceptable, .headerTooLarge, .rangeNotSatisfiable:
                .errorInvalidArgument
            case .requestTimeout, .tooManyRequests, .unavailable, .insufficientStorage: .errorDatabaseInaccessible
            case .internalError: .unknownError
            }
        self.init(code, problem.detail)
    }
}
