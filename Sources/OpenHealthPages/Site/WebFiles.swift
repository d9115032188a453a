// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Mustache
import NIOCore
import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel
import OpenHealthServer

/// The files of the pages: templates, scripts, style and strings, at one moment.
struct WebFiles: Sendable {
    /// A file for browsers.
    struct Asset: Sendable {
        let content: ByteBuffer
        let type: String
        /// The compressed content; nil if the file is not compressed.
        fileprivate(set) var compressed: CompressedContent?

        /// The content compressed with gzip; nil if that is not smaller.
        var packed: ByteBuffer? { compressed?.value }
    }

    /// The files for browsers, by name.
    let assets: [String: Asset]
    /// The templates in each language.
    let templates: [Language: MustacheLibrary]
    /// The strings in each language.
    let strings: [Language: WebStrings]
    /// The version of the files for browsers. Changed files have another version, so that browsers can cache these indefinitely.
    let version: String
    /// The modules that each script loads, including itself and those that they load.
    let modules: [String: [String]]
    /// The service worker, which shows the last dashboard while the server cannot be reached.
    let worker: ByteBuffer
    /// The style sheet of the report, for documents that load nothing.
    let reportStyle: String
    /// Whether Chart.js is installed.
    var hasCharts: Bool { assets[Self.charts] != nil }

    /// The script that loads the names of values in the language of the page.
    static let valueNames = "value-names.js"

    /// The name of Chart.js for browsers.
    static let charts = "chart.js"

    /// The style sheet with the colours of dark screens, which not all pages apply.
    private static let dark = "dark.css"

    /// Reads the files of a folder.
    /// - Parameters:
    ///   - folder: the folder with the folders templates, scripts, style, strings, icons and worker.
    ///   - chartPlaces: the possible paths of Chart.js.
    ///   - isPacked: whether browsers get compressed files, which is worthwhile if they are sent often.
    /// - Throws: a ``WebFilesError`` with the file that is missing or invalid.
    init(folder: URL, chartPlaces: [String] = ChartLibrary.places, isPacked: Bool = true) throws(WebFilesError) {
        var strings: [Language: WebStrings] = [:]
        for language in Language.allCases {
            // Languages come after those that they extend.
            strings[language] = try WebStrings(
                folder: folder.appending(path: "strings/\(language.rawValue)"),
                base: language.base.flatMap { strings[$0] })
        }
        self.strings = strings
        templates = try Self.templates(folder.appending(path: "templates"), strings)
        let scripts = try Self.scripts(folder.appending(path: "scripts"))
        var assets: [String: Asset] = [:]
        for (name, text) in scripts { assets[name] = Asset(content: ByteBuffer(string: text), type: Self.script) }
        let keys = ScriptKeys(scripts.values).used(of: Set(strings.values.flatMap(\.texts.keys)))
        for (language, texts) in strings {
            for part in WebStrings.Part.allCases {
                assets["\(part.rawValue)-\(language.rawValue).js"] = Asset(
                    content: ByteBuffer(string: texts.module(part, of: keys)), type: Self.script)
            }
        }
        assets["types.js"] = Asset(content: ByteBuffer(string: TypeScripts.module), type: Self.script)
        assets["enums.js"] = Asset(content: ByteBuffer(string: TypeScripts.enums), type: Self.script)
        let style = folder.appending(path: "style")
        reportStyle = String(decoding: try Self.read(style.appending(path: "report.css")), as: UTF8.self)
        assets["pages.css"] = Asset(content: try Self.style(style), type: Self.styleSheet)
        assets[Self.dark] = Asset(
            content: ByteBuffer(string: Self.withoutComments(try Self.read(style.appending(path: Self.dark)))),
            type: Self.styleSheet)
        assets.merge(try Self.icons(folder.appending(path: "icons"))) { $1 }
        for (language, texts) in strings {
            assets[InstallationFiles.manifest(language)] = Asset(
                content: ByteBuffer(string: InstallationFiles.manifestText(language, texts)),
                type: "application/manifest+json")
        }
        if let data = ChartLibrary.read(from: ChartLibrary.places(beside: folder, others: chartPlaces)) {
            assets[Self.charts] = Asset(content: ByteBuffer(bytes: data), type: Self.script)
        }
        if isPacked {
            for (name, asset) in assets { assets[name]?.compressed = CompressedContent(of: asset.content) }
        }
        self.assets = assets
        modules = scripts.mapValues { _ in [] }.merging(Self.closures(of: scripts)) { $1 }
        version = Self.version(of: assets)
        let worker = String(decoding: try Self.read(folder.appending(path: "worker/service-worker.js")), as: UTF8.self)
        self.worker = ByteBuffer(string: InstallationFiles.facts(version, modules, assets.keys) + worker)
    }

    private static let styleSheet = "text/css; charset=utf-8"
    private static let script = PageRoutes.scriptType

    // MARK: - Reads

    private static func templates(
        _ folder: URL, _ strings: [Language: WebStrings]
    ) throws(WebFilesError) -> [Language: MustacheLibrary] {
        MustacheContentTypes.register(EscapedText(), named: EscapedText.name)
        var libraries: [Language: MustacheLibrary] = [:]
        let files = try list(folder, ending: ".mustache")
        for (language, texts) in strings {
            var library = MustacheLibrary()
            for file in files {
                let text = String(decoding: try read(folder.appending(path: file)), as: UTF8.self)
                do {
                    try library.register(
                        "{{% CONTENT_TYPE: \(EscapedText.name)}}" + texts.filled(into: text),
                        named: String(file.dropLast(".mustache".count)))
                } catch {
                    throw WebFilesError(folder.appending(path: file).path, "in \(language.rawValue): \(error)")
                }
            }
            libraries[language] = library
        }
        return libraries
    }

    private static func scripts(_ folder: URL) throws(WebFilesError) -> [String: String] {
        var scripts: [String: String] = [:]
        for file in try list(folder, ending: ".js") {
            scripts[file] = withoutComments(try read(folder.appending(path: file)))
        }
        return scripts
    }

    /// Returns a script or a style sheet without the lines that are comments. Of scripts, they are a third of what browsers would receive.
    /// The other lines keep their numbers.
    static func withoutComments(_ data: Data) -> String {
        var kept: [UInt8] = []
        kept.reserveCapacity(data.count)
        var isComment = false
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if isComment || text.starts(with: "/*".utf8) {
                // A block ends with its line.
                isComment = !text.reversed().starts(with: "/*".utf8)
            } else if !text.starts(with: "//".utf8) {
                kept += line
            }
            kept.append(UInt8(ascii: "\n"))
        }
        kept.removeLast()
        return String(decoding: kept, as: UTF8.self)
    }

    private static func icons(_ folder: URL) throws(WebFilesError) -> [String: Asset] {
        var icons: [String: Asset] = [:]
        for (ending, type) in [(".png", "image/png"), (".svg", "image/svg+xml")] {
            for file in try list(folder, ending: ending) {
                icons[file] = Asset(content: ByteBuffer(bytes: try read(folder.appending(path: file))), type: type)
            }
        }
        return icons
    }

    private static func style(_ folder: URL) throws(WebFilesError) -> ByteBuffer {
        var buffer = ByteBuffer()
        for file in try list(folder, ending: ".css") where file != dark {
            buffer.writeString(withoutComments(try read(folder.appending(path: file))))
        }
        return buffer
    }

    /// Returns the names of the files of a folder with an ending, in order.
    static func list(_ folder: URL, ending end: String) throws(WebFilesError) -> [String] {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.filter { $0.hasSuffix(end) && !$0.hasPrefix(".") }.sorted()
        } catch {
            throw WebFilesError(folder.path, "the folder cannot be read")
        }
    }

    static func read(_ file: URL) throws(WebFilesError) -> Data {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw WebFilesError(file.path, "the file cannot be read")
        }
        return data
    }

    // MARK: - Modules

    /// Returns the modules that each script imports, directly or not.
    private static func closures(of scripts: [String: String]) -> [String: [String]] {
        let direct = scripts.mapValues(imports)
        return scripts.mapValues { _ in [] }.reduce(into: [:]) { result, entry in
            var (known, open): (Set<String>, [String]) = ([], [entry.key])
            while let name = open.popLast() {
                if known.insert(name).inserted { open += direct[name] ?? [] }
            }
            result[entry.key] = known.sorted()
        }
    }

    /// Returns the names after `from "./` and `import "./`. Modules that are loaded only when they are needed are not among them.
    private static func imports(_ text: String) -> [String] {
        // A regular expression takes half of the time in which a server starts.
        let parts = text.components(separatedBy: "\"./")
        return zip(parts, parts.dropFirst()).compactMap { before, after in
            let words = before.reversed().drop { $0.isWhitespace }
            guard words.starts(with: "morf") || words.starts(with: "tropmi"), before.last?.isWhitespace == true else {
                return nil
            }
            let name = after.prefix { $0 != "\"" }
            return name.hasSuffix(".js") ? String(name) : nil
        }
    }

    private static func version(of assets: [String: Asset]) -> String {
        var hash = SHA256()
        for (name, asset) in assets.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Data(name.utf8))
            hash.update(data: Data(asset.content.readableBytesView))
        }
        return String(Secret.text(Data(hash.finalize())).prefix(16))
    }
}

/// The keys of strings that scripts use, as far as their text shows it.
struct ScriptKeys {
    /// The strings between quotes that can be keys.
    private(set) var whole: Set<String> = []
    /// The beginnings of template literals, to which scripts append values.
    private(set) var beginnings: Set<String> = []

    /// The ends of the keys of plural forms, which scripts leave out.
    private static let forms = ["zero", "one", "two", "few", "many", "other"]

    /// Finds the keys in the texts of scripts.
    init(_ scripts: some Sequence<String>) {
        for script in scripts { read(Array(script.utf8)) }
    }

    /// Returns the keys that a script may use.
    func used(of keys: Set<String>) -> Set<String> { keys.filter(use) }

    private func use(_ key: String) -> Bool {
        if whole.contains(key) || beginnings.contains(where: key.hasPrefix) { return true }
        guard let place = key.lastIndex(of: "_"), Self.forms.contains(String(key[key.index(after: place)...])) else {
            return false
        }
        return whole.contains(String(key[..<place]))
    }

    private mutating func read(_ text: [UInt8]) {
        let (quote, tick, dollar) = (UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "$"))
        var start: Int?
        for (place, byte) in text.enumerated() {
            if let first = start, place > first {
                let opening = text[first - 1]
                if byte == opening {
                    whole.insert(String(decoding: text[first..<place], as: UTF8.self))
                } else if opening == tick, byte == dollar {
                    let beginning = String(decoding: text[first..<place], as: UTF8.self)
                    if beginning.contains("_") { beginnings.insert(beginning) }
                }
            }
            if byte == quote || byte == tick {
                start = place + 1
            } else if !Self.isPart(byte) {
                start = nil
            }
        }
    }

    /// Returns whether a byte can be part of a key.
    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
