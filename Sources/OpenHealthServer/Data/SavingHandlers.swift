// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Crypto
import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird
import NIOCore

/// The handlers of the routes that save and delete samples.
enum SavingHandlers {
    static func save(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.body()
        let request = try scope.onceRequest(body)
        return try await scope.once {
            let save = try SampleRoutes.save.read(body)
            return try scope.access().save(
                save.samples.map { ($0.sample, $0.measurements) }, adding: save.adding?.samples ?? [],
                to: save.adding?.workout, savesMissing: save.adding?.savesMissing ?? true,
                savesNewOnly: save.savesNewOnly, once: request
            ) { uuids in
                scope.services.metrics.samplesSaved.increment(by: uuids.count)
                return response(uuids, to: SampleRoutes.save)
            }
        }
    }

    static func delete(_ scope: RequestScope) async throws -> Response {
        let uuid = try scope.uuid()
        let request = try scope.onceRequest(ByteBuffer())
        return try await scope.once {
            let (access, done) = (try scope.access(), IdempotencyResponse(status: 204, body: Data()))
            do {
                return try access.delete([(uuid, [])], once: request) { _ in done }
            } catch let error as HKError where error.code == .errorInvalidArgument {
                throw Problem(
                    .notFound, "There is no sample with the UUID \(uuid) that this app has saved.",
                    healthKitCode: error.code.rawValue)
            }
        }
    }

    static func deleteMany(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.body()
        let request = try scope.onceRequest(body)
        return try await scope.once {
            let access = try scope.access()
            switch try SampleRoutes.deleteMany.read(body) {
            case .objects(let objects): return try access.delete(objects, once: request, response: deleted)
            case .matching(let part):
                return try access.deleteObjects(
                    of: part.type, predicate: part.predicate, once: request, response: deleted)
            }
        }
    }

    private static func deleted(_ count: Int) -> IdempotencyResponse { response(count, to: SampleRoutes.deleteMany) }

    private static func response<Input, Output>(
        _ output: Output, to endpoint: Endpoint<Input, Output>
    ) -> IdempotencyResponse {
        IdempotencyResponse(status: endpoint.status, body: Data((endpoint.response.encode(output) ?? .null).bytes))
    }
}

extension RequestScope {
    /// Returns the UUID in the path.
    package func uuid() throws(Problem) -> UUID {
        guard let uuid = UUID(uuidString: try path("uuid")) else {
            throw Problem(.notFound, "The path does not have a UUID.")
        }
        return uuid
    }

    /// Returns the idempotency key of the request, if it has one.
    func onceRequest(_ body: ByteBuffer) throws(Problem) -> IdempotencyRecord? {
        try onceRequest(hashing: Data(body.readableBytesView))
    }

    /// - Parameter content: The body, or its hash if it is not in memory.
    func onceRequest(hashing content: Data) throws(Problem) -> IdempotencyRecord? {
        guard let name = HTTPField.Name(SampleRoutes.onceField), let key = request.headers[name] else { return nil }
        guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Problem(
                .invalidRequest, "\(SampleRoutes.onceField) has 1 to 200 printable characters of ASCII without spaces.")
        }
        var hash = SHA256()
        hash.update(data: Data("\(request.method.rawValue) \(request.uri.string)\n".utf8))
        hash.update(data: content)
        return IdempotencyRecord(key: key, hash: hash.finalize())
    }

    /// Runs a change only once for an idempotency key, or returns the response to the first request.
    /// - Parameter location: A closure that returns the path of what the change has created, from the response.
    func once(
        location: (JSONValue) -> String? = { _ in nil }, _ body: @escaping @Sendable () throws -> IdempotencyResponse
    ) async throws -> Response {
        let kept: IdempotencyResponse
        do {
            kept = try await blocking(body)
        } catch is IdempotencyConflict {
            throw Problem(
                .conflict, "The app has used this \(SampleRoutes.onceField) for another request. Choose another key.")
        }
        var response = Response(status: HTTPResponse.Status(code: kept.status))
        if !kept.body.isEmpty {
            response.headers[.contentType] = "application/json"
            response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: kept.body))
            if response.status == .created, let json = JSONValue(String(decoding: kept.body, as: UTF8.self)) {
                response.headers[.location] = location(json)
            }
        }
        return response
    }
}
