// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthStore
import Hummingbird

/// The router of requests to their handlers.
enum DaemonRouter {
    /// The routes of the API and their handlers. A test compares them and those of the pages with ``APIRoutes/all``.
    static let bindings: [RouteBinding] = [
        DaemonHandlers.bindings,
        AppHandlers.bindings,
        AuthorizationHandlers.bindings,
        OAuthMetadata.bindings,
        OAuthHandlers.bindings,
        TypeHandlers.bindings,
        SampleHandlers.bindings,
        ChangeHandlers.bindings,
        StatisticsHandlers.bindings,
        ExplanationHandlers.bindings,
        CategoryStatisticsHandlers.bindings,
        InsightHandlers.bindings,
        SummaryHandlers.bindings,
        SourceHandlers.bindings,
        PersonHandlers.bindings,
        SeriesHandlers.bindings,
        IngestHandlers.bindings,
        PhoneHandlers.bindings,
        AttachmentHandlers.bindings,
        EffortHandlers.bindings,
        DeliveryHandlers.bindings,
        ReceiverHandlers.bindings,
        FHIRHandlers.bindings,
        OwnerHandlers.bindings,
        SecondFactorHandlers.bindings,
        ImportHandlers.bindings,
        ExportHandlers.bindings,
    ].flatMap { $0 }

    static func router(_ services: DaemonServices) -> Router<DaemonContext> {
        let router = Router(context: DaemonContext.self)
        router.addMiddleware {
            HeadResponses()
            CrossOriginResponses(services: services)
            CompressedResponses()
            SecurityHeaders(isHTTPS: services.configuration.isHTTPS)
            ProblemResponses()
            HostCheck(services: services)
        }
        services.pages?.addMissingPages(to: router, services)
        var methods: [String: Set<HTTPRequest.Method>] = [:]
        for binding in bindings + (services.pages?.bindings ?? []) {
            guard let method = HTTPRequest.Method(binding.route.method.rawValue) else { continue }
            methods[binding.route.path, default: []].insert(method)
            router.on(RouterPath(binding.route.path), method: method) { request, context in
                try await respond(binding, request, context, services)
            }
            guard method == .get, !binding.route.isStream else { continue }
            // HEAD returns the head of the response to GET.
            methods[binding.route.path, default: []].insert(.head)
            router.on(RouterPath(binding.route.path), method: .head) { request, context in
                try await respond(binding, request, context, services)
            }
        }
        refuseOtherMethods(router, methods)
        return router
    }

    private static func respond(
        _ binding: RouteBinding, _ request: Request, _ context: DaemonContext, _ services: DaemonServices
    ) async throws -> Response {
        let principal = try await Authentication(services).principal(of: request, context, for: binding.route)
        if case .owner = principal { services.connections.noteOwner(at: ClientAddress(context.remoteAddress)) }
        try QueryCheck.check(request, for: binding.route)
        return try await binding.handler(
            RequestScope(
                route: binding.route, request: request, context: context, principal: principal, services: services))
    }

    /// Responds to unsupported methods of an existing path with a problem that lists the supported ones.
    private static func refuseOtherMethods(
        _ router: Router<DaemonContext>, _ methods: [String: Set<HTTPRequest.Method>]
    ) {
        let all: [HTTPRequest.Method] =
            [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
            + ["QUERY"].compactMap { HTTPRequest.Method($0) }
        for (path, known) in methods {
            let allow = known.map(\.rawValue).sorted().joined(separator: ", ")
            for method in all where !known.contains(method) {
                router.on(RouterPath(path), method: method) { request, _ -> Response in
                    var response = ProblemResponses.response(
                        Problem(.methodNotAllowed, "This path answers \(allow)."), to: request)
                    response.headers[.allow] = allow
                    return response
                }
            }
        }
    }
}
