// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache
import OpenHealthModel
import OpenHealthStore

/// The report for a doctor as a document of its own: HTML without scripts, that loads nothing.
package enum ReportDocument {
    /// The codes of the languages, in the order in which people choose from them.
    package static var languages: [String] { Language.allCases.map(\.rawValue) }

    /// Returns the code of the language for a tag such as `pt-BR`; nil if there is none.
    package static func language(of tag: String) -> String? { Language(browserTag: tag)?.rawValue }

    /// Returns whether a report can have a type: quantities, sleep and blood pressure.
    package static func canHave(_ identifier: String) -> Bool { ReportSelection.canHave(identifier) }

    /// Returns the document.
    /// - Parameters:
    ///   - database: The store.
    ///   - selection: The period and the types.
    ///   - language: One of ``languages``; others are English.
    ///   - now: The present moment.
    /// - Throws: A `StoreError`, or a ``WebFilesError`` if the files of the pages are missing or invalid.
    package static func html(
        of database: HealthDatabase, _ selection: ReportSelection, language: String, now: Date
    ) throws -> String {
        let files = try WebFiles(folder: WebFolder.find(), isPacked: false)
        let language = Language(rawValue: language) ?? .english
        let texts = PageTexts(language, files.strings[language] ?? WebStrings())
        var values = try ReportContent(StoreReportSource(database: database), selection, texts: texts, now: now)
            .values()
        values["title"] = texts.text("doctor_title")
        values["language"] = language.tag
        values["style"] = files.reportStyle
        return files.templates[language]?.render(values, withTemplate: "report-document") ?? ""
    }
}
