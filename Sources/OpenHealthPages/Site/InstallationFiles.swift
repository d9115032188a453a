// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The files with which a browser installs the pages as an app: the manifests, and the beginning of the service worker.
enum InstallationFiles {
    /// Returns the name of the manifest in a language.
    static func manifest(_ language: Language) -> String { "app-\(language.rawValue).webmanifest" }

    /// Returns the manifest (W3C Web Application Manifest). The addresses of icons are relative to it.
    static func manifestText(_ language: Language, _ texts: WebStrings) -> String {
        func icon(_ name: String, _ size: String, _ type: String, _ purpose: String) -> JSONValue {
            .object([
                ("src", .string(name)), ("sizes", .string(size)), ("type", .string(type)),
                ("purpose", .string(purpose)),
            ])
        }
        func shortcut(_ key: String, _ path: String) -> JSONValue {
            .object([("name", .string(texts[key])), ("url", .string(path))])
        }
        return JSONValue.object([
            ("id", .string("/")), ("start_url", .string("/")), ("scope", .string("/")),
            ("display", .string("standalone")), ("name", .string("OpenHealthKit")),
            ("short_name", .string("OpenHealth")), ("description", .string(texts["app_about"])),
            ("lang", .string(language.tag)), ("dir", .string("ltr")), ("background_color", .string("#f4f4f7")),
            ("theme_color", .string("#ffffff")), ("categories", .array([.string("health")])),
            (
                "icons",
                .array([
                    icon("icon-192.png", "192x192", "image/png", "any"),
                    icon("icon-512.png", "512x512", "image/png", "any"),
                    icon("icon-maskable-512.png", "512x512", "image/png", "maskable"),
                    icon("icon.svg", "any", "image/svg+xml", "any"),
                ])
            ), ("shortcuts", .array([shortcut("page_add-any", "/add"), shortcut("page_types", "/types")])),
        ]).text
    }

    /// Returns the beginning of the service worker: the version, and the files that the dashboard needs.
    /// - Parameters:
    ///   - modules: the modules that each script loads.
    ///   - assets: the names of all files for browsers.
    static func facts(_ version: String, _ modules: [String: [String]], _ assets: some Collection<String>) -> String {
        let scripts = [
            "page-open.js", "page-dashboard.js", "dashboard-edit.js", "dashboard-goal.js", "dashboard-insights.js",
            "dashboard-large.js", "dashboard-weight.js", "worker.js",
        ]
        let needed = Set(
            scripts.flatMap { modules[$0] ?? [] } + [WebFiles.valueNames, WebFiles.charts, "pages.css", "dark.css"])
        let files = needed.union(["icon.svg"]).intersection(assets).sorted()
        let byLanguage = Language.allCases.map { language in
            let names = WebStrings.Part.allCases.map { "\($0.rawValue)-\(language.rawValue).js" }
            return (key: language.tag, value: JSONValue.array(names.map(JSONValue.string)))
        }
        let facts = JSONValue.object([
            ("version", .string(version)), ("files", .array(files.map(JSONValue.string))),
            ("byLanguage", .object(byLanguage)),
        ])
        return "const facts = \(facts.text);\n"
    }
}
