// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// A middleware that answers every error with a problem (RFC 9457).
package struct ProblemAnswers: RouterMiddleware {
    package typealias Context = DaemonContext

    package func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // From here on the input is not HTTP, so the connection ends with a separate answer.
            throw error
        } catch let redirection as Redirection {
            return redirection.response
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
            return Problem(.internalError, "The server's log says more. Report it if it happens again.")
        }
    }

    /// Returns a problem as an answer. Clients of FHIR receive it in the format of FHIR.
    static func response(_ problem: Problem, to request: Request? = nil) -> Response {
        let isFHIR = request.map { FHIROutcome.speaks($0.uri.path) } ?? false
        var headers: HTTPFields = [.contentType: isFHIR ? FHIRSchemas.contentType : Problem.contentType]
        if problem.kind == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        let json = isFHIR ? FHIROutcome.json(problem) : problem.json
        return Response(
            status: HTTPResponse.Status(code: problem.kind.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
