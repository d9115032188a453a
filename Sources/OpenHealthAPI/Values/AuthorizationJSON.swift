// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Whether an app may save a type.
package typealias ShareStatusJSON = (type: HKObjectType, status: HKAuthorizationStatus)

extension JSONFormat where Value == ShareStatusJSON {
    /// The format of the permission of an app to save a type.
    package static let shareStatus = JSONFormat.object(
        .required("type", \.type, .objectType),
        .required(
            "status", \.status,
            .one(of: [
                ("notDetermined", .notDetermined), ("sharingDenied", .sharingDenied),
                ("sharingAuthorized", .sharingAuthorized),
            ]))
    ) { (type: $0, status: $1) }
}

/// An app's request for permission from the person.
package enum NewAuthorizationRequestJSON: JSONRepresentable {
    /// A request to save and read some types.
    case types(TypeLists)
    /// A request to read some objects of a type.
    case objects(of: HKObjectType, PredicateNode)

    package static let format = JSONFormat<NewAuthorizationRequestJSON>(
        .any(of: [TypeLists.format.reference, objects.reference])
    ) { request in
        switch request {
        case .types(let lists): TypeLists.format.encode(lists)
        case .objects(let type, let predicate): objects.encode(ObjectRequestJSON(type: type, predicate: predicate))
        }
    } decode: { (json) throws(Problem) in
        guard try json.optional("objects") != nil else { return .types(try TypeLists(json)) }
        let request = try objects.decode(json)
        return .objects(of: request.type, request.predicate)
    }

    /// The form of a request for objects.
    static let objects = JSONFormat<ObjectRequestJSON>.only("objects", ObjectRequestJSON.format).named(
        "ObjectRequest",
        about: "Objects of a type that the person allows one by one, such as prescriptions; all without a predicate.")
}

/// The objects of a type that match a predicate.
package struct ObjectRequestJSON: JSONRepresentable {
    package var type: HKObjectType
    package var predicate: PredicateNode

    package static let format = JSONFormat<ObjectRequestJSON>.object(
        .required("type", \.type, .objectType),
        .optional("predicate", \.predicate, .predicate, default: .constant(true))
    ) { ObjectRequestJSON(type: $0, predicate: $1) }
}

/// A request for permission from the perspective of its app: its identifier, the address of the page on which the person answers,
/// and whether it is waiting for a decision.
package typealias AuthorizationRequestJSON = (id: UUID, url: String, isPending: Bool)

extension JSONFormat where Value == AuthorizationRequestJSON {
    /// The format of a request for permission.
    package static let authorizationRequest = JSONFormat.object(
        named: "AuthorizationRequest", about: "A request for permission.",
        .required("id", \.id, .uuid),
        .required("url", \.url, .address.described("The page on which the owner answers.")),
        .required("status", \.isPending, .one(of: [("pending", true), ("completed", false)]))
    ) { (id: $0, url: $1, isPending: $2) }
}

extension JSONFormat where Value == String {
    /// The format of the address of a page.
    fileprivate static var address: JSONFormat {
        JSONFormat(.string(format: "uri")) {
            .string($0)
        } decode: { (json) throws(Problem) in
            let text = try json.string()
            guard URL(string: text) != nil else { throw json.problem("This is not an address.") }
            return text
        }
    }
}
