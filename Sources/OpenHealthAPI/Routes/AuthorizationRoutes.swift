// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Routes about permission, as apps ask for it.
package enum AuthorizationRoutes {
    package static let all = [request, requestStatus, show, status, check, dates]

    package static let request = APIRoute(
        "requestAuthorization", .post, "/v1/authorization-requests", for: .app,
        "Asks the person for permission to save and read some types",
        details: """
            The person answers at the URL. What they have answered before is not asked again; a request for nothing else is \
            completed at once. A request that is not answered is completed after ten minutes. That it is completed does not \
            say what the answer was. With `objects`, the person is asked which objects of a type the app may read: each request \
            is a new one and replaces a waiting one that asks the same, whether or not such objects exist.
            """,
        body: .json(.any(of: [.named("TypeLists"), .named("ObjectQuestion")])),
        answers: [.json(.named("AuthorizationRequest"), "The person is asked.", status: 201)],
        problems: [.invalidArgument, .tooManyRequests])

    package static let requestStatus = APIRoute(
        "authorizationRequestStatus", .post, "/v1/authorization-requests/status", for: .app,
        "Whether a request for some types would ask the person for something",
        body: .json(.named("TypeLists")),
        answers: [
            .json(.object(["status": .one(of: ["shouldRequest", "unnecessary"])]), "Whether it would.")
        ], problems: [.invalidArgument])

    package static let show = APIRoute(
        "showAuthorizationRequest", .get, "/v1/authorization-requests/{id}", for: .app,
        "Whether the person is done with a request",
        parameters: [
            .path("id", .uuid, "The request."),
            .query("wait", .integer(0...60), "For how many seconds to wait until they are."),
        ],
        answers: [.json(.named("AuthorizationRequest"), "The request.")], problems: [.notFound])

    package static let status = APIRoute(
        "authorizationStatus", .get, "/v1/authorization-status", for: .app, "Whether the app may save a type",
        details: "Nothing tells whether it may read one: what it may not read looks as if there were nothing.",
        parameters: [.query("type", .string(length: 1...200), "The type.", isRequired: true)],
        answers: [
            .json(
                .object([
                    "type": .string(),
                    "status": .one(of: ["notDetermined", "sharingDenied", "sharingAuthorized"]),
                ]), "Whether it may.")
        ], problems: [.invalidArgument])

    package static let check = APIRoute(
        "checkAuthorization", .post, "/v1/authorization-status/check", for: .app,
        "Whether the app may save some types, and may ask about others",
        details: """
            It may ask about a type once it has asked for permission to save or read it, whatever the answer was or will be.
            """,
        body: .json(.named("TypeLists")), answers: [.nothing("It may.")], problems: [.invalidArgument])

    package static let dates = APIRoute(
        "earliestAuthorizedDates", .post, "/v1/earliest-dates", for: .app,
        "Before which dates the app may not read, for types that it may read in part",
        body: .json(.object(["types": .array(of: .string(), most: 1000)])),
        answers: [
            .json(
                .object(["dates": .map(of: .date)]),
                "The dates by type. What may be read whole, or not at all, has none."
            )
        ], problems: [.invalidArgument])
}
