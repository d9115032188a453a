// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthPages

/// Tests of valid and invalid files of the pages.
@Suite struct WebFilesTests {
    /// Reads a folder with the minimum files of pages after a change, and returns the result.
    private func read(_ change: (URL) throws -> Void) throws -> Result<WebFiles, WebFilesError> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["templates", "scripts", "style", "icons", "worker"]
            + Language.allCases.map({ "strings/\($0.rawValue)" })
        {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        for language in Language.allCases {
            try Data(#"{"a_text": "“{{name}}” & <more>"}"#.utf8).write(
                to: folder.appending(path: "strings/\(language.rawValue)/a.json"))
        }
        try Data("<p>{{t.a_text}}</p>".utf8).write(to: folder.appending(path: "templates/page.mustache"))
        try Data("import \"./two.js\";\n".utf8).write(to: folder.appending(path: "scripts/one.js"))
        try Data("export { a } from \"./three.js\";\n".utf8).write(to: folder.appending(path: "scripts/two.js"))
        try Data("export const a = 1;\n".utf8).write(to: folder.appending(path: "scripts/three.js"))
        try Data(":root { --page: #000000; }\n".utf8).write(to: folder.appending(path: "style/dark.css"))
        try Data("table { margin: 0 }\n".utf8).write(to: folder.appending(path: "style/report.css"))
        try Data("self.is = facts.version;\n".utf8).write(to: folder.appending(path: "worker/service-worker.js"))
        try change(folder)
        do throws(WebFilesError) {
            return .success(try WebFiles(folder: folder, chartPlaces: []))
        } catch {
            return .failure(error)
        }
    }

    private func refusal(_ path: String, _ content: String) throws -> String {
        switch try read({ try Data(content.utf8).write(to: $0.appending(path: path)) }) {
        case .success: ""
        case .failure(let error): error.description
        }
    }

    @Test func textsAreEscapedAndPlaceholdersKept() throws {
        let files = try read { _ in }.get()
        let page = files.strings[.korean]?.filled(into: "<p>{{t.a_text}}</p>{{other}}")
        #expect(page == "<p>“{{name}}” &amp; &lt;more&gt;</p>{{other}}")
        #expect(files.templates.count == Language.allCases.count)
        #expect(files.modules["one.js"] == ["one.js", "three.js", "two.js"])
        #expect(!files.hasCharts)
    }

    @Test func theVersionFollowsFromTheContents() throws {
        let first = try read { _ in }.get().version
        #expect(try read { _ in }.get().version == first)
        let other = try read { try Data("p { margin: 0 }".utf8).write(to: $0.appending(path: "style/a.css")) }.get()
            .version
        #expect(other != first)
    }

    @Test func scriptsAndStylesAreServedWithoutComments() throws {
        let script = "// one\n/** two */\nconst a = 1; // three\n  /**\n   * four\n   */\nconst b = \"//\";\n"
        #expect(WebFiles.withoutComments(Data(script.utf8)) == "\n\nconst a = 1; // three\n\n\n\nconst b = \"//\";\n")
        #expect(WebFiles.withoutComments(Data()) == "")
        let style = "/* one\n   two */\n\na { margin: 0 }\n  /* three */\n"
        #expect(WebFiles.withoutComments(Data(style.utf8)) == "\n\n\na { margin: 0 }\n\n")
        // A block that does not end with its line would swallow what follows.
        let web = try WebFolder.find()
        let files = try [("scripts", ".js"), ("style", ".css")].map { name, ending in
            let folder = web.appending(path: name)
            return try WebFiles.list(folder, ending: ending).map { folder.appending(path: $0) }
        }
        #expect(files[0].count > 100 && files[1].count > 5)
        for file in files.joined() {
            let name = file.lastPathComponent
            let lines = String(decoding: try WebFiles.read(file), as: UTF8.self).split(
                separator: "\n")
            for line in lines where line.contains("*/") { #expect(line.hasSuffix("*/"), "\(name): \(line)") }
        }
    }

    @Test func filesAreCompressedWhereThatIsSmaller() throws {
        let text = String(repeating: "export const a = 1;\n", count: 100)
        let files = try read { try Data(text.utf8).write(to: $0.appending(path: "scripts/three.js")) }.get()
        for _ in 1...2 {
            let packed = try #require(files.assets["three.js"]?.packed)
            #expect(packed.readableBytes < text.utf8.count / 10)
            let content = Gzip.unpackedPart(Array(packed.readableBytesView), limit: text.utf8.count + 1)
            #expect(content.isWhole && content.bytes == Array(text.utf8))
            #expect(files.assets["one.js"]?.packed == nil)
        }
        let plain = try WebFiles(folder: WebFolder.find(), isPacked: false)
        #expect(plain.assets["pages.css"] != nil && plain.assets["pages.css"]?.packed == nil)
    }

    /// The colours of dark screens are a style sheet of their own, which a page may leave out.
    @Test func theStyleForDarkScreensIsAFileOfItsOwn() throws {
        let files = try read { try Data("p { margin: 0 }".utf8).write(to: $0.appending(path: "style/a.css")) }.get()
        #expect(
            files.assets["pages.css"].map { String(decoding: $0.content.readableBytesView, as: UTF8.self) }
                == "p { margin: 0 }table { margin: 0 }\n")
        #expect(
            files.assets["dark.css"].map { String(decoding: $0.content.readableBytesView, as: UTF8.self) }?.contains(
                "--page") == true)
    }

    @Test func theServiceWorkerKnowsTheVersionAndExistingFiles() throws {
        let files = try WebFiles(folder: WebFolder.find(), isPacked: false)
        let text = String(decoding: files.worker.readableBytesView, as: UTF8.self)
        let line = try #require(text.firstMatch(of: /^const facts = (.*);\n/)?.output.1)
        let facts = try #require(JSONValue(String(line)))
        #expect(facts["version"]?.string == files.version)
        let names = try #require(facts["files"]?.array).compactMap(\.string)
        #expect(
            Set(names).isSuperset(of: ["page-open.js", "page-dashboard.js", "strings.js", "pages.css", "dark.css"]))
        for name in names { #expect(files.assets[name] != nil, "\(name)") }
        for language in Language.allCases {
            let texts = try #require(facts["byLanguage"]?[language.tag]?.array, "\(language)").compactMap(\.string)
            #expect(texts.count == 2 && texts.allSatisfy { files.assets[$0] != nil }, "\(language)")
            #expect(files.assets[InstallationFiles.manifest(language)]?.type == "application/manifest+json")
        }
    }

    @Test func invalidFilesAreNamed() throws {
        #expect(try refusal("strings/ja/a.json", "{").contains("strings/ja/a.json"))
        #expect(try refusal("strings/ja/a.json", "[]").contains("expected an object of strings"))
        let number = try refusal("strings/pt/b.json", #"{"b": 1}"#)
        #expect(number.contains("strings/pt/b.json") && number.contains("b is not a string"))
        let twice = try refusal("strings/ko/b.json", #"{"a_text": "again"}"#)
        #expect(twice.contains("strings/ko/b.json") && twice.contains("a_text occurs twice"))
        #expect(try refusal("templates/broken.mustache", "{{#open}}").contains("templates/broken.mustache"))
    }

    @Test func missingFoldersAreNamed() throws {
        for name in ["templates", "scripts", "style", "strings/ja", "icons", "worker"] {
            let result = try read { try FileManager.default.removeItem(at: $0.appending(path: name)) }
            guard case .failure(let error) = result else {
                Issue.record("\(name)")
                continue
            }
            #expect(error.description.contains("/" + name) && error.description.contains("cannot be read"))
        }
        #expect(throws: WebFilesError.self) { try WebFolder.find(executable: URL(filePath: "/nowhere/bin/health")) }
    }
}
