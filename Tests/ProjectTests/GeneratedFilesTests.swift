// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModelGenerator
import Testing

@Suite struct GeneratedFilesTests {
    private let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private var data: URL { root.appendingPathComponent("Data", isDirectory: true) }

    @Test func theTreeMatchesTheGenerators() throws {
        try compare("Sources/OpenHealthModel/Generated", with: try generate(dataDirectory: data))
        try compare("Sources/OpenCombineOperators/Generated", with: generateOperators())
    }

    private func compare(_ path: String, with files: [String: String]) throws {
        let folder = root.appendingPathComponent(path, isDirectory: true)
        let present = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(present.filter { $0.hasSuffix(".swift") }) == Set(files.keys))
        for (name, contents) in files {
            let file = folder.appendingPathComponent(name)
            #expect(try String(contentsOf: file, encoding: .utf8) == contents, "\(name) is out of date")
        }
    }

    /// Generates files from a copy of the tables with one of them changed.
    private func generateWithFault(in table: String, _ change: (String) -> String) throws -> [String: String] {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("tables-\(UUID())", isDirectory: true)
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        for name in ["types.csv", "enums.csv", "metadata_keys.csv", "fhir_types.csv", "loinc.csv", "ranges.csv"] {
            let text = try String(contentsOf: data.appendingPathComponent(name), encoding: .utf8)
            try Data((name == table ? change(text) : text).utf8).write(to: folder.appendingPathComponent(name))
        }
        return try generate(dataDirectory: folder)
    }

    private func reason(in table: String, _ change: (String) -> String) -> String {
        do {
            _ = try generateWithFault(in: table, change)
            return "nothing wrong"
        } catch {
            return "\(error)"
        }
    }

    @Test func faultsInTablesAreNamed() {
        #expect(reason(in: "types.csv") { $0 } == "nothing wrong")
        #expect(reason(in: "types.csv") { _ in "" }.contains("is empty"))
        #expect(reason(in: "types.csv") { $0 + "one,two\n" }.contains("types.csv:228: has 2 fields"))
        #expect(reason(in: "types.csv") { $0 + "\"open" }.contains("quotation mark is never closed"))
        #expect(reason(in: "types.csv") { $0.replacing("swift_name", with: "name") }.contains("no column"))
        #expect(reason(in: "types.csv") { $0.replacing(",stepCount,", with: ",heartRate,") }.contains("appears twice"))
        #expect(reason(in: "types.csv") { $0.replacing("quantity,kcal", with: "quantity,") }.contains("needs a unit"))
        #expect(
            reason(in: "types.csv") { $0.replacing("yes,either", with: "yes,both") }.contains("entry is not one of"))
        #expect(
            reason(in: "enums.csv") { $0.replacing("Female,female,1", with: "Female,female,x") }.contains("integer"))
        #expect(
            reason(in: "enums.csv") { $0.replacing("Female,female,1", with: "Female,female,2") }.contains("alias_of"))
        #expect(reason(in: "metadata_keys.csv") { $0.replacing(",bool,", with: ",boole,") }.contains("not a kind"))
        #expect(reason(in: "fhir_types.csv") { $0.replacing(",exam,", with: ",exams,") }.contains("no category"))
        #expect(reason(in: "fhir_types.csv") { $0.replacing("StepCount,", with: "Steps,") }.contains("no type"))
        #expect(reason(in: "fhir_types.csv") { $0.replacing(",W,W", with: ",W,") }.contains("its code in UCUM"))
        #expect(
            reason(in: "fhir_types.csv") { $0.split(separator: "\n").dropLast(9).joined(separator: "\n") }
                .contains("add"))
        #expect(reason(in: "loinc.csv") { $0.replacing("8867-4", with: "8876-4") }.contains("not a code of LOINC"))
        #expect(reason(in: "loinc.csv") { $0.replacing("StepCount,", with: "Steps,") }.contains("is not in"))
    }

    @Test func quotedFieldsAndOtherLineEndsAreRead() throws {
        let files = try generate(dataDirectory: data)
        #expect(try generateWithFault(in: "types.csv") { $0.replacing("\n", with: "\r\n") } == files)
        #expect(
            try generateWithFault(in: "types.csv") { $0.replacing(",stepCount,", with: ",\"stepCount\",") } == files)
    }

    @Test func aMissingFolderIsNamed() {
        #expect(throws: GeneratorError.self) {
            try generate(dataDirectory: root.appendingPathComponent("no such folder"))
        }
    }
}
