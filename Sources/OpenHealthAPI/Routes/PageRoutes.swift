// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for the web pages. Every form on the owner's pages has the session's token in the field `csrf`.
///
/// An owner's page that is opened by its address contains no data of the owner: the cookie in the request may have been read on
/// another port. The page's script requests it again, with the session's token in the field X-CSRF-Token.
package enum PageRoutes {
    /// The media type of pages.
    package static let contentType = "text/html; charset=utf-8"
    /// The media type of their scripts.
    package static let scriptType = "text/javascript; charset=utf-8"
    /// The media type of their forms.
    package static let formType = "application/x-www-form-urlencoded"

    package static let all = [
        home, setUp, sendSetUp, signIn, sendSignIn, signOut, apps, changeApp, phones, connectPhone, accessLog,
        receivers,
        decideReceiver, requests, openRequests, sheet, decide, sources, export, sendExport, backup, makeBackup, types,
        compare,
        type,
        samples, sample, report, addAny, addSymptoms, add, welcome, settings, language, asset,
        worker, offline, reference,
    ]

    package static let home = APIRoute(
        "homePage", .get, "/", for: .anyone, "The dashboard, or a redirect to the sign-in or the setup",
        responses: [page, elsewhere])

    package static let setUp = APIRoute(
        "setUpPage", .get, "/owner/setup", for: .anyone, "The page to set the first passphrase",
        parameters: [.query("code", .string(length: 0...200), "The code, as the server's link has it.")],
        responses: [page, elsewhere])

    package static let sendSetUp = APIRoute(
        "sendSetUpPage", .post, "/owner/setup", for: .anyone, "Sets the first passphrase", body: form,
        responses: [entered, elsewhere], problems: [.forbidden, .conflict, .tooManyRequests])

    package static let signIn = APIRoute(
        "signInPage", .get, "/owner/login", for: .anyone, "The page to sign in", responses: [page, elsewhere])

    package static let sendSignIn = APIRoute(
        "sendSignInPage", .post, "/owner/login", for: .anyone, "Signs the owner in", body: form,
        responses: [entered, elsewhere], problems: [.forbidden, .conflict, .tooManyRequests])

    package static let signOut = APIRoute(
        "signOutPage", .post, "/owner/logout", for: .owner, "Signs the owner out", body: form,
        responses: [elsewhere])

    package static let apps = APIRoute(
        "appsPage", .get, "/owner/apps", for: .owner, "The page of the apps and what each may do",
        responses: [page, elsewhere])

    package static let changeApp = APIRoute(
        "changeAppPage", .post, "/owner/apps", for: .owner, "Changes an app's permissions, or creates a pairing code",
        body: form, responses: [page, elsewhere], problems: [.notFound, .conflict, .invalidArgument])

    package static let phones = APIRoute(
        "phonesPage", .get, "/owner/phones", for: .owner, "The page of the apps on phones that send data",
        responses: [page, elsewhere])

    package static let connectPhone = APIRoute(
        "connectPhonePage", .post, "/owner/phones", for: .owner,
        "Connects an app on a phone, and shows its credentials once",
        body: form, responses: [page, elsewhere], problems: [.conflict, .invalidArgument])

    package static let accessLog = APIRoute(
        "accessLogPage", .get, "/owner/access-log", for: .owner, "The page of the access log",
        parameters: [.query("app", .string(length: 1...200), "Only this app.")], responses: [page, elsewhere])

    package static let receivers = APIRoute(
        "receiversPage", .get, "/owner/receivers", for: .owner, "The page of the receivers' hosts",
        responses: [page, elsewhere])

    package static let decideReceiver = APIRoute(
        "decideReceiverPage", .post, "/owner/receivers", for: .owner, "Approves or refuses a receiver's host",
        body: form, responses: [elsewhere], problems: [.notFound, .invalidArgument])

    package static let requests = APIRoute(
        "requestsPage", .get, "/owner/requests", for: .owner, "The page of what apps ask for",
        responses: [page, elsewhere])

    package static let openRequests = APIRoute(
        "openRequestsPage", .post, "/owner/requests", for: .owner, "The page of the apps' requests, without scripts",
        body: form, responses: [page, elsewhere])

    package static let sheet = APIRoute(
        "requestPage", .get, "/owner/requests/{id}", for: .owner, "The page to decide on a request",
        parameters: [id], responses: [page, elsewhere])

    package static let decide = APIRoute(
        "decideRequestPage", .post, "/owner/requests/{id}", for: .owner, "Decides on a request", parameters: [id],
        body: form, responses: [page, elsewhere], problems: [.conflict])

    package static let sources = APIRoute(
        "sourcesPage", .get, "/owner/sources", for: .owner, "The page of where the samples come from",
        responses: [page, elsewhere])

    package static let export = APIRoute(
        "exportPage", .get, "/owner/export", for: .owner, "The page to choose an export",
        responses: [page, elsewhere])

    package static let sendExport = APIRoute(
        "sendExportPage", .post, "/owner/export", for: .owner, "Downloads an export of the store, or of a part of it",
        onlyReads: true,
        body: form,
        responses: [
            APIResponse(200, "The archive.", [(ExportRoutes.contentType, .string(format: "binary"))]), elsewhere,
        ],
        problems: [.notFound, .invalidArgument])

    package static let backup = APIRoute(
        "backupPage", .get, "/owner/backup", for: .owner, "The page of the regular backups",
        responses: [page, elsewhere])

    package static let makeBackup = APIRoute(
        "makeBackupPage", .post, "/owner/backup", for: .owner, "Makes a backup in the server's folder for them",
        body: form, responses: [elsewhere], problems: [.conflict, .invalidArgument])

    package static let types = app("typesPage", "/types", "The page of all types")
    package static let compare = app("comparePage", "/compare", "The page of two types in one chart")
    package static let type = app("typePage", "/types/{type}", "The page of a type", [typeName])
    package static let samples = app(
        "samplesPage", "/types/{type}/samples", "The page of all data of a type",
        [typeName])
    package static let sample = app(
        "samplePage", "/samples/{uuid}", "The page of a sample",
        [.path("uuid", .uuid, "The sample.")])
    package static let report = app(
        "reportPage", "/report", "The report for a doctor, to print",
        [
            .query(
                "from", .string(length: 0...10),
                "The first day, such as 2026-03-14; 90 days before the last by default."),
            .query("to", .string(length: 0...10), "The last day; today by default."),
            .query("charts", .one(of: ["chosen"]), "Shows only the charts that chart names; all by default."),
            .query("chart", .array(of: .named("TypeName"), most: 300), "A type whose chart is shown; may be repeated."),
        ])
    package static let addAny = app("addAnyPage", "/add", "The page to choose what to enter")
    package static let addSymptoms = app("addSymptomsPage", "/add/symptoms", "The page to enter symptoms")
    package static let add = app("addPage", "/add/{type}", "The page to enter a sample of a type", [typeName])
    package static let welcome = app("welcomePage", "/welcome", "The page to begin with: imports, and demo data")
    package static let settings = app("settingsPage", "/settings", "The page of units, goals, language and passphrase")

    package static let language = APIRoute(
        "choosePageLanguage", .post, "/language", for: .anyone, "Chooses the language of the pages, in this browser",
        body: form, responses: [elsewhere], problems: [.forbidden, .invalidArgument])

    package static let asset = APIRoute(
        "asset", .get, "/assets/{version}/{name}", for: .anyone, "A file that pages load",
        parameters: [
            .path("version", .string(length: 1...100), "Names the files of one version of the pages."),
            .path("name", .string(length: 1...100), "The file."),
        ],
        responses: [
            APIResponse(
                200, "The file.",
                [
                    ("text/css; charset=utf-8", .string()), (scriptType, .string()),
                    ("application/manifest+json", .object(isOpen: true)), ("image/svg+xml", .string()),
                    ("image/png", .string()),
                ])
        ])

    package static let worker = APIRoute(
        "serviceWorker", .get, "/service-worker.js", for: .anyone,
        "The service worker of the pages, which shows the last dashboard while the server cannot be reached",
        responses: [APIResponse(200, "The script.", [(scriptType, .string())])])

    package static let offline = APIRoute(
        "offlinePage", .get, "/offline", for: .anyone,
        "The page that a browser shows in place of others while the server cannot be reached", responses: [page])

    package static let reference = APIRoute(
        "referencePage", .get, "/docs", for: .anyone, "The reference of the interface for apps", responses: [page])

    /// Returns the route of a page that a script fills.
    private static func app(
        _ id: String, _ path: String, _ summary: String, _ parameters: [APIParameter] = []
    ) -> APIRoute {
        APIRoute(id, .get, path, for: .owner, summary, parameters: parameters, responses: [page, elsewhere])
    }

    private static let typeName = APIParameter.path("type", .string(length: 1...200), "The type.")
    private static let id = APIParameter.path("id", .uuid, "The request.")
    private static let page = APIResponse(200, "The page.", [(contentType, .string())])
    private static let entered = APIResponse(
        200, "A page whose script stores the session's token and continues.", [(contentType, .string())])
    private static let elsewhere = APIResponse(303, "Redirects to another page.")
    private static let form = APIBody([(formType, .object(isOpen: true))], most: 1 << 20)
}
