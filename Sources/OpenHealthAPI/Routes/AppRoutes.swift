// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// The routes for apps and their tokens.
package enum AppRoutes {
    package static let all = [register.route, show.route, describe.route, rotate.route, remove.route]

    package static let register = Endpoint<AppRegistrationJSON, (identifier: String, token: String)>(
        "registerApp", .post, "/v1/apps", for: .anyone, "Registers an app and gives it a token",
        details: """
            The owner creates a pairing code, which is valid once and for ten minutes, and is used up whatever the response is. \
            Without a valid code, the response is the same for every app: 403 or, if the owner has opened registration, a token \
            for an identifier and name with a random suffix. The token is shown only once; it expires if it is not used for a \
            year. The app has no permissions until the person has answered one of its requests. An identifier that has a token, \
            or that the database knows from elsewhere, needs a code that the owner created for it.
            """,
        request: AppRegistrationJSON.format, most: 16 << 10, response: .appToken, "The app is registered.",
        status: 201,
        problems: [.forbidden, .conflict, .invalidArgument, .tooManyRequests])

    package static let show = Endpoint<Void, AppAccountJSON>(
        "showApp", .get, "/v1/app", for: .app, "The app's registration and limits",
        details:
            "The fields RateLimit-Policy and RateLimit of every response have the limit for requests and its state.",
        response: AppAccountJSON.format, "The app.")

    package static let describe = Endpoint<AppIdentity, AppIdentity>(
        "describeApp", .put, "/v1/app", for: .app, "Updates the app's name, version and system",
        details:
            "The identifier must be the registered one. A new name takes effect when the owner accepts it.",
        request: AppIdentity.format, most: 16 << 10,
        response: AppIdentity.response, "The updated app.",
        problems: [.conflict, .invalidArgument])

    package static let rotate = Endpoint<Void, (identifier: String, token: String)>(
        "rotateToken", .post, "/v1/app/token", for: .app, "Replaces the app's token",
        details: "The token of the request is revoked. Open streams continue.",
        request: .nothing, response: .appToken, "The new token.", status: 201, problems: [.conflict])

    package static let remove = Endpoint<Void, Void>(
        "removeApp", .delete, "/v1/app", for: .app, "Ends the app's registration",
        details: "Its token and permissions are deleted; its data stays, and denied permissions stay denied.",
        response: .nothing, "The registration has ended.")
}

/// The apps' routes for permissions.
package enum AuthorizationRoutes {
    package static let all = [request.route, requestStatus.route, show.route, status.route, check.route, dates.route]

    package static let request = Endpoint<NewAuthorizationRequestJSON, AuthorizationRequestJSON>(
        "requestAuthorization", .post, "/v1/authorization-requests", for: .app,
        "Asks the person for permission to save and read some types",
        details: """
            The person answers at the URL. Types that they have answered before are not asked again; a request \
            for such types only is completed immediately. A request that is not answered is completed after ten minutes. Its \
            completion does not reveal the decision. With `objects`, the person is asked which objects of a type \
            the app may read: each request is a new one and replaces a waiting one that asks the same, whether or not such objects exist. \
            With a key, the request can be repeated if there was no response: the person is asked once, and the response is the same for \
            24 hours.
            """,
        parameters: [SampleRoutes.onceKey],
        request: NewAuthorizationRequestJSON.format, response: .authorizationRequest, "The person is asked.",
        status: 201,
        problems: [.invalidArgument, .conflict, .tooManyRequests])

    package static let requestStatus = Endpoint<TypeLists, Bool>(
        "authorizationRequestStatus", .post, "/v1/authorization-requests/status", for: .app,
        "Whether a request for some types would ask the person for something", onlyReads: true,
        request: TypeLists.format,
        response: .only("status", .one(of: [("shouldRequest", true), ("unnecessary", false)])), "Whether it would.",
        problems: [.invalidArgument])

    package static let show = Endpoint<Void, AuthorizationRequestJSON>(
        "showAuthorizationRequest", .get, "/v1/authorization-requests/{id}", for: .app,
        "Whether the person has answered a request",
        parameters: [
            .path("id", .uuid, "The request."),
            .query("wait", .integer(0...60), "The number of seconds to wait for the decision."),
        ],
        response: .authorizationRequest, "The request.",
        problems: [.notFound])

    package static let status = Endpoint<Void, ShareStatusJSON>(
        "authorizationStatus", .get, "/v1/authorization-status", for: .app, "Whether the app may save a type",
        details: "The app cannot find out whether it may read a type: a denied type appears without data.",
        parameters: [.query("type", .string(length: 1...200), "The type.", isRequired: true)],
        response: .shareStatus, "Whether it may.",
        problems: [.invalidArgument])

    package static let check = Endpoint<TypeLists, Void>(
        "checkAuthorization", .post, "/v1/authorization-status/check", for: .app,
        "Whether the app may save some types, and may ask about others", onlyReads: true,
        details: """
            It may ask about a type once it has asked for permission to save or read it, whatever the decision was or will be.
            """,
        request: TypeLists.format,
        response: .nothing, "It may.",
        problems: [.invalidArgument])

    package static let dates = Endpoint<Set<HKObjectType>, [HKObjectType: Date]>(
        "earliestAuthorizedDates", .post, "/v1/earliest-dates", for: .app,
        "The dates before which the app may not read, for types with limited permission", onlyReads: true,
        request: .only("types", .objectTypes),
        response: .only("dates", .dates),
        "The dates by type. Types that may be read without a limit, or not at all, have none.",
        problems: [.invalidArgument])
}

extension JSONFormat where Value == [HKObjectType: Date] {
    /// Dates by type.
    fileprivate static var dates: JSONFormat {
        .byType(.date) { (name, place) throws(Problem) in try TypeNames.objectType(name, at: place) }
    }
}
