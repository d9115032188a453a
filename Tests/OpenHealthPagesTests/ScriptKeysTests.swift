// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Testing

@testable import OpenHealthPages

/// Tests that scripts get the strings that they use, and no others.
@Suite struct ScriptKeysTests {
    @Test func keysAreThoseInQuotesAndThoseThatBeginLikeATemplate() {
        let script = """
            t("page_title"); t(isOld ? "page_old" : `page_new`); t.plural("page_count", 2);
            h("a", { href: "/page_link" }, t(`page_kind_${kind}`), `M${x}`, page_bare, "page_cut
            """
        let keys: Set<String> = [
            "page_title", "page_old", "page_new", "page_count_one", "page_count_many", "page_kind_a", "page_kind_",
            "page_link", "page_bare", "page_cut", "page_title_long", "Model", "page_count_size", "",
        ]
        #expect(
            ScriptKeys([script, ""]).used(of: keys) == [
                "page_title", "page_old", "page_new", "page_count_one", "page_count_many", "page_kind_a", "page_kind_",
            ])
    }

    /// The strings of modules for scripts have each key in the scripts, in every language.
    @Test func modulesHaveTheKeysOfAllScripts() throws {
        let folder = try WebFolder.find().appending(path: "scripts")
        let files = try WebFiles(folder: WebFolder.find(), isPacked: false)
        var texts: [String] = []
        for name in try WebFiles.list(folder, ending: ".js") {
            texts.append(WebFiles.withoutComments(try WebFiles.read(folder.appending(path: name))))
        }
        let quoted = Set(texts.flatMap { $0.matches(of: /"([A-Za-z0-9_.-]+)"/).map { String($0.output.1) } })
        let starts = Set(texts.flatMap { $0.matches(of: /`([a-z]+_[A-Za-z0-9_]*)\$\{/).map { String($0.output.1) } })
        let forms = ["_zero", "_one", "_two", "_few", "_many", "_other"]
        for (language, strings) in files.strings {
            var served: Set<String> = []
            for part in WebStrings.Part.allCases {
                let module = try #require(files.assets["\(part.rawValue)-\(language.rawValue).js"])
                let text = String(buffer: module.content).dropFirst("export default ".count).dropLast(";\n".count)
                served.formUnion(try JSONDecoder().decode([String: String].self, from: Data(text.utf8)).keys)
            }
            var count = 0
            for key in strings.texts.keys {
                let base = forms.first(where: key.hasSuffix).map { String(key.dropLast($0.count)) } ?? key
                guard quoted.contains(key) || quoted.contains(base) || starts.contains(where: key.hasPrefix) else {
                    continue
                }
                count += 1
                #expect(served.contains(key), "\(language): \(key)")
            }
            #expect(count > 1000 && count < strings.texts.count)
        }
    }
}
