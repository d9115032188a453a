// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthServer

/// The reason why a page could not be shown or a form was not accepted, with a localized message.
struct PageProblem: Error {
    let kind: Problem.Kind
    /// The key of the message, without its suffix if it depends on a number.
    let key: String
    /// The number that the message depends on.
    var count: Int?
    /// The number of seconds after which to try again.
    var retryAfter: Int?

    init(_ kind: Problem.Kind, _ key: String, count: Int? = nil, retryAfter: Int? = nil) {
        self.kind = kind
        self.key = key
        self.count = count
        self.retryAfter = retryAfter
    }

    /// Creates the page's form of an error; people see the kind of errors that only programs get.
    init(_ error: any Error) {
        switch error {
        case let problem as PageProblem: self = problem
        case let refusal as SignInRefusal: self.init(refusal)
        default:
            let problem = ProblemResponses.problem(error)
            if problem.kind == .tooManyRequests {
                self = .wait("signin_often", seconds: problem.retryAfter ?? 1)
            } else {
                self.init(problem.kind, Self.key(problem.kind), retryAfter: problem.retryAfter)
            }
        }
    }

    private init(_ refusal: SignInRefusal) {
        switch refusal {
        case .noOwner: self.init(.conflict, "signin_noowner")
        case .hasOwner: self.init(.conflict, "signin_hasowner")
        case .wrongPassphrase: self.init(.forbidden, "signin_wrong")
        case .codeNeeded: self.init(.forbidden, "signin_codeneeded")
        case .wrongCode: self.init(.forbidden, "signin_wrongcode")
        case .locked(let seconds): self = .wait("signin_locked", seconds: seconds)
        case .tooMany(let seconds): self = .wait("signin_often", seconds: seconds)
        }
    }

    /// Returns a problem with a time to wait: in seconds, or in minutes if they are many.
    private static func wait(_ key: String, seconds: Int) -> PageProblem {
        seconds <= 90
            ? PageProblem(.tooManyRequests, key + "_seconds", count: seconds, retryAfter: seconds)
            : PageProblem(.tooManyRequests, key + "_minutes", count: (seconds + 59) / 60, retryAfter: seconds)
    }

    private static func key(_ kind: Problem.Kind) -> String {
        switch kind {
        case .notFound: "signin_missing"
        case .forbidden: "signin_forbidden"
        case .confirmationRequired: "signin_confirm_why"
        case .conflict: "signin_conflict"
        case .contentTooLarge: "signin_large"
        case .unavailable: "signin_busy"
        case .insufficientStorage: "signin_full"
        default: "signin_invalid"
        }
    }

    /// Returns the localized message.
    func text(_ texts: PageTexts) -> String { count.map { texts.plural(key, $0) } ?? texts.text(key) }

    /// Returns the title of the message.
    func title(_ texts: PageTexts) -> String {
        texts.text(kind == .notFound ? "signin_missing_title" : "signin_failed_title")
    }
}
