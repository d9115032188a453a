// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// A middleware that responds to every error with a problem (RFC 9457).
package struct ProblemResponses: RouterMiddleware {
    package typealias Context = DaemonContext

    package func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // From here on the input is not HTTP, so the connection ends with a separate response.
            throw error
        } catch let redirection as Redirection {
            return redirection.response
        } catch let error where Self.isDisconnection(error) {
            // The response is not sent. Its status is that of nginx for requests that their client has given up.
            context.logger.debug("the client has closed the connection before the end of its request")
            return Response(status: HTTPResponse.Status(code: RouteMeter.closedByClient))
        } catch {
            let problem = Self.problem(error)
            switch problem.kind {
            case .insufficientStorage where error is QuotaExceeded: break
            case .internalError, .insufficientStorage:
                context.logger.error("a request failed", metadata: ["error": "\(error)"])
            case .unavailable: context.logger.warning("a request failed", metadata: ["error": "\(error)"])
            default: break
            }
            return Self.response(problem, to: request)
        }
    }

    /// The numbers of errors with which the system reports that a client has reset its connection or cannot be reached any more.
    private static let connectionFaults: Set<CInt> = [
        ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN,
    ]

    /// Returns whether an error says that the connection ended while a body was read.
    static func isDisconnection(_ error: any Error) -> Bool {
        switch error {
        case let error as IOError: connectionFaults.contains(error.errnoCode)
        case let error as ChannelError:
            [.eof, .inputClosed, .outputClosed, .ioOnClosedChannel, .alreadyClosed].contains(error)
        default: false
        }
    }

    /// Returns the problem of an error.
    package static func problem(_ error: any Error) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as SignInRefusal: return refusal.problem
        case let error as QuotaExceeded: return Problem(error)
        case let error as HKError: return Problem(error)
        case let error as StoreError: return Problem(error)
        case let error as HTTPError:
            let kind = Problem.Kind.allCases.first { $0.status == error.status.code } ?? .invalidRequest
            return Problem(kind, kind == .notFound ? "There is no resource at this path." : kind.title)
        default:
            return Problem(.internalError, "See the server's log for details. Report the problem if it happens again.")
        }
    }

    /// Returns a problem as a response. Clients of FHIR and of OAuth receive it in the format of these.
    static func response(_ problem: Problem, to request: Request? = nil) -> Response {
        let isFHIR = request.map { FHIROutcome.speaks($0.uri.path) } ?? false
        let isOAuth = request.map { OAuthFailure.speaks($0.uri.path) } ?? false
        var headers: HTTPFields = [
            .contentType: isFHIR ? FHIRSchemas.contentType : isOAuth ? "application/json" : Problem.contentType
        ]
        if problem.kind == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        let json = isFHIR ? FHIROutcome.json(problem) : isOAuth ? OAuthFailure(problem).json : problem.json
        return Response(
            status: HTTPResponse.Status(code: problem.kind.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

extension Problem {
    /// Creates the problem of an error of HealthKit.
    init(_ error: HKError) {
        if error.code == .errorDatabaseInaccessible, let cause = error.userInfo[NSUnderlyingErrorKey] as? StoreError {
            self.init(cause)
            healthKitCode = error.code.rawValue
            return
        }
        let kind: Kind =
            switch error.code {
            case .errorInvalidArgument, .errorDataSizeExceeded: .invalidArgument
            case .errorAuthorizationDenied, .errorAuthorizationNotDetermined, .errorRequiredAuthorizationDenied:
                .forbidden
            case .errorNoData: .notFound
            case .errorDatabaseInaccessible, .errorHealthDataUnavailable: .unavailable
            default: .internalError
            }
        self.init(kind, Self.overHTTP(error.localizedDescription), healthKitCode: error.code.rawValue)
    }

    /// The functions that messages for programs in Swift name, and what a client sends instead.
    private static let requests = [
        (
            "Call requestAuthorization with the type in toShare.",
            "Ask for it with POST /v1/authorization-requests, with the type in share."
        ),
        ("Call requestAuthorization first.", "Ask for it with POST /v1/authorization-requests first."),
        (
            "Call requestPerObjectReadAuthorization for them.",
            "Send POST /v1/authorization-requests with their type in objects."
        ),
    ]

    /// Returns a message with requests in place of functions.
    private static func overHTTP(_ message: String) -> String {
        requests.reduce(message) { $0.replacing($1.0, with: $1.1) }
    }

    /// Returns a message of the store as a sentence.
    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// Creates the problem of an exceeded quota. It contains the quota, which the owner can change.
    init(_ error: QuotaExceeded) {
        let quota = "the quota \(error.quota.rawValue) (\(error.limit))"
        let remedy = "Nothing was changed. The owner can change quotas at /owner/apps."
        switch error.quota {
        case .samplesPerDay:
            self.init(
                .tooManyRequests, "The app has saved as much today as \(quota) allows. \(remedy)",
                retryAfter: error.retryAfter)
        case .metadataBytesPerSample, .metadataBytesPerRequest:
            self.init(
                .contentTooLarge, "There is more metadata than \(quota) allows. \(remedy)",
                healthKitCode: HKError.Code.errorDataSizeExceeded.rawValue)
        case .sources, .devices:
            self.init(
                .insufficientStorage,
                "The samples of the app would have more sources or devices than \(quota) allows. \(remedy)")
        case .attachmentBytes:
            self.init(
                .insufficientStorage, "The attachments of the app would be more than \(quota) allows. \(remedy)",
                healthKitCode: HKError.Code.errorDataSizeExceeded.rawValue)
        case .webhooks, .openRequests:
            self.init(.conflict, "The app has as many as \(quota) allows. \(remedy)")
        case .keptResponses, .keptResponseBytes:
            self.init(
                .tooManyRequests,
                "Responses for Idempotency-Key are kept for 24 hours, and the app has as many as \(quota) allows. \(remedy)",
                retryAfter: error.retryAfter)
        }
    }

    /// Creates the problem of an error of the store. It does not contain the file, which only the owner may see.
    init(_ error: StoreError) {
        switch error.code {
        case .timeLimit, .cancelled: self.init(.unavailable, Self.sentence(error.description))
        case .diskFull:
            self.init(
                .insufficientStorage,
                "There is no space left on the server's disk. Nothing was changed; try again later.")
        case .busy:
            self.init(
                .unavailable,
                "Another program has been writing to the health database for too long. Nothing was changed.",
                retryAfter: 5)
        case .corrupt, .inconsistent:
            self.init(
                .internalError,
                "The health database is damaged. The owner can see the damage with `health check`, and restore a backup."
            )
        default:
            self.init(.unavailable, "The health database cannot be used now; the server's log says why.")
        }
    }
}
