// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The apps' routes for permissions.
package enum AuthorizationRoutes {
    package static let all = [request.route, requestStatus.route, show.route, status.route, check.route, dates.route]

    package static let request = Endpoint<AuthorizationQuestionJSON, AuthorizationRequestJSON>(
        "requestAuthorization", .post, "/v1/authorization-requests", for: .app,
        "Asks the person for permission to save and read some types",
        details: """
            The person answers at the URL. Types that they have answered before are not asked again; a request \
            for such types only is completed immediately. A request that is not answered is completed after ten minutes. Its \
            completion does not reveal the answer. With `objects`, the person is asked which objects of a type \
            the app may read: each request is a new one and replaces a waiting one that asks the same, whether or not such objects exist.
            """,
        question: AuthorizationQuestionJSON.format, answer: .authorizationRequest, "The person is asked.",
        status: 201,
        problems: [.invalidArgument, .tooManyRequests])

    package static let requestStatus = Endpoint<TypeLists, Bool>(
        "authorizationRequestStatus", .post, "/v1/authorization-requests/status", for: .app,
        "Whether a request for some types would ask the person for something",
        question: TypeLists.format,
        answer: .only("status", .one(of: [("shouldRequest", true), ("unnecessary", false)])), "Whether it would.",
        problems: [.invalidArgument])

    package static let show = Endpoint<Void, AuthorizationRequestJSON>(
        "showAuthorizationRequest", .get, "/v1/authorization-requests/{id}", for: .app,
        "Whether the person has answered a request",
        parameters: [
            .path("id", .uuid, "The request."),
            .query("wait", .integer(0...60), "The number of seconds to wait for the answer."),
        ],
        answer: .authorizationRequest, "The request.",
        problems: [.notFound])

    package static let status = Endpoint<Void, ShareStatusJSON>(
        "authorizationStatus", .get, "/v1/authorization-status", for: .app, "Whether the app may save a type",
        details: "The app cannot find out whether it may read a type: a denied type appears without data.",
        parameters: [.query("type", .string(length: 1...200), "The type.", isRequired: true)],
        answer: .shareStatus, "Whether it may.",
        problems: [.invalidArgument])

    package static let check = Endpoint<TypeLists, Void>(
        "checkAuthorization", .post, "/v1/authorization-status/check", for: .app,
        "Whether the app may save some types, and may ask about others",
        details: """
            It may ask about a type once it has asked for permission to save or read it, whatever the answer was or will be.
            """,
        question: TypeLists.format,
        answer: .nothing, "It may.",
        problems: [.invalidArgument])

    package static let dates = Endpoint<Set<HKObjectType>, [HKObjectType: Date]>(
        "earliestAuthorizedDates", .post, "/v1/earliest-dates", for: .app,
        "The dates before which the app may not read, for types with limited permission",
        question: .only("types", .objectTypes),
        answer: .only("dates", .dates),
        "The dates by type. Types that may be read without a limit, or not at all, have none.",
        problems: [.invalidArgument])
}

extension JSONFormat where Value == [HKObjectType: Date] {
    /// Dates by type.
    fileprivate static var dates: JSONFormat {
        .byType(.date) { (name, place) throws(Problem) in try TypeNames.objectType(name, at: place) }
    }
}
