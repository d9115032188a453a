// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Routes about the pages for people. They need no script; every form has the session's token in the field `csrf`.
package enum PageRoutes {
    /// The type of pages.
    package static let contentType = "text/html; charset=utf-8"
    /// The type of what their forms send.
    package static let formType = "application/x-www-form-urlencoded"

    package static let all = [
        home, setUp, sendSetUp, signIn, sendSignIn, signOut, apps, changeApp, requests, sheet, answer, sources, asset,
    ]

    package static let home = APIRoute(
        "homePage", .get, "/", for: .anyone, "Leads to the page for whoever looks", answers: [elsewhere])

    package static let setUp = APIRoute(
        "setUpPage", .get, "/owner/setup", for: .anyone, "The page to set the first passphrase",
        answers: [page, elsewhere])

    package static let sendSetUp = APIRoute(
        "sendSetUpPage", .post, "/owner/setup", for: .anyone, "Sets the first passphrase", body: form,
        answers: [elsewhere], problems: [.forbidden, .conflict, .tooManyRequests])

    package static let signIn = APIRoute(
        "signInPage", .get, "/owner/login", for: .anyone, "The page to sign in", answers: [page, elsewhere])

    package static let sendSignIn = APIRoute(
        "sendSignInPage", .post, "/owner/login", for: .anyone, "Signs the owner in", body: form,
        answers: [elsewhere], problems: [.forbidden, .conflict, .tooManyRequests])

    package static let signOut = APIRoute(
        "signOutPage", .post, "/owner/logout", for: .owner, "Signs the owner out", body: form,
        answers: [elsewhere])

    package static let apps = APIRoute(
        "appsPage", .get, "/owner/apps", for: .owner, "The page of the apps and what each may do",
        answers: [page, elsewhere])

    package static let changeApp = APIRoute(
        "changeAppPage", .post, "/owner/apps", for: .owner, "Changes what an app may do", body: form,
        answers: [elsewhere], problems: [.notFound, .invalidArgument])

    package static let requests = APIRoute(
        "requestsPage", .get, "/owner/requests", for: .owner, "The page of what apps ask for",
        answers: [page, elsewhere])

    package static let sheet = APIRoute(
        "requestPage", .get, "/owner/requests/{id}", for: .owner, "The page to answer a request",
        parameters: [id], answers: [page, elsewhere])

    package static let answer = APIRoute(
        "answerRequestPage", .post, "/owner/requests/{id}", for: .owner, "Answers a request", parameters: [id],
        body: form, answers: [elsewhere], problems: [.conflict])

    package static let sources = APIRoute(
        "sourcesPage", .get, "/owner/sources", for: .owner, "The page of where the samples come from",
        answers: [page, elsewhere])

    package static let asset = APIRoute(
        "asset", .get, "/assets/{name}", for: .anyone, "A file that pages need",
        parameters: [.path("name", .one(of: ["pages.css"]), "The file.")],
        answers: [APIAnswer(200, "The file.", [("text/css; charset=utf-8", .string())])])

    private static let id = APIParameter.path("id", .uuid, "The request.")
    private static let page = APIAnswer(200, "The page.", [(contentType, .string())])
    private static let elsewhere = APIAnswer(303, "Another page is the one to get.")
    private static let form = APIBody([(formType, .object(isOpen: true))], most: 1 << 20)
}
