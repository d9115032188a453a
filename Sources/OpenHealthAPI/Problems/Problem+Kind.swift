// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Problem {
    /// The kind of a problem. Each kind has one status.
    public enum Kind: String, Sendable, CaseIterable {
        /// The request is not valid.
        case invalidRequest = "invalid-request"
        /// The request has no credentials, or unknown ones.
        case unauthenticated
        /// The client has no permission.
        case forbidden
        /// The owner must enter the passphrase again first.
        case confirmationRequired = "confirmation-required"
        /// The path does not exist, or the app may not learn that it exists.
        case notFound = "not-found"
        /// The path has no such method.
        case methodNotAllowed = "method-not-allowed"
        /// None of the requested media types is available.
        case notAcceptable = "not-acceptable"
        /// The request took too long to arrive.
        case requestTimeout = "request-timeout"
        /// The request contradicts the existing data.
        case conflict
        /// The resource was deleted.
        case gone
        /// The resource was changed after the date in the request.
        case preconditionFailed = "precondition-failed"
        /// The body is larger than this route accepts.
        case contentTooLarge = "content-too-large"
        /// The body has a media type that this route does not accept.
        case unsupportedMediaType = "unsupported-media-type"
        /// The requested range of bytes is not part of the file.
        case rangeNotSatisfiable = "range-not-satisfiable"
        /// The request is well formed, but invalid for health data.
        case invalidArgument = "invalid-argument"
        /// Too many requests in too short a time.
        case tooManyRequests = "too-many-requests"
        /// The header fields are too large.
        case headerTooLarge = "header-too-large"
        /// An error in the server occurred.
        case internalError = "internal-error"
        /// The server is unavailable.
        case unavailable
        /// The disk is full, or the storage quota of the app is used up.
        case insufficientStorage = "insufficient-storage"

        /// The status of a response with a problem of this kind.
        public var status: Int {
            switch self {
            case .invalidRequest: 400
            case .unauthenticated: 401
            case .forbidden, .confirmationRequired: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .notAcceptable: 406
            case .requestTimeout: 408
            case .conflict: 409
            case .gone: 410
            case .preconditionFailed: 412
            case .contentTooLarge: 413
            case .unsupportedMediaType: 415
            case .rangeNotSatisfiable: 416
            case .invalidArgument: 422
            case .tooManyRequests: 429
            case .headerTooLarge: 431
            case .internalError: 500
            case .unavailable: 503
            case .insufficientStorage: 507
            }
        }

        /// A title of the kind, which is always the same.
        public var title: String {
            switch self {
            case .invalidRequest: "The request is not valid."
            case .unauthenticated: "The request is not authenticated."
            case .forbidden: "This is not allowed."
            case .confirmationRequired: "The passphrase must be entered again."
            case .notFound: "There is no such resource."
            case .methodNotAllowed: "The path does not support this method."
            case .notAcceptable: "There is no response of an acceptable type."
            case .requestTimeout: "The request took too long to arrive."
            case .conflict: "The request conflicts with the stored data."
            case .gone: "The resource was deleted."
            case .preconditionFailed: "The resource was changed."
            case .contentTooLarge: "The body is too large."
            case .unsupportedMediaType: "The body has the wrong type."
            case .rangeNotSatisfiable: "The file has no such bytes."
            case .invalidArgument: "The request cannot be processed."
            case .tooManyRequests: "Too many requests."
            case .headerTooLarge: "The header of the request is too large."
            case .internalError: "An internal error has occurred."
            case .unavailable: "The server is unavailable."
            case .insufficientStorage: "There is no space left."
            }
        }

        /// The URI of the kind, independent of the language.
        public var uri: String { Self.prefix + rawValue }

        private static let prefix = "urn:openhealthkit:problem:"

        /// Creates the kind with a URI.
        init?(uri: String) {
            guard uri.hasPrefix(Self.prefix) else { return nil }
            self.init(rawValue: String(uri.dropFirst(Self.prefix.count)))
        }
    }
}
