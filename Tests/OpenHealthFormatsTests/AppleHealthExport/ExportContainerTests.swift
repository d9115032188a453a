// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of the containers of exports: archives, folders and documents.
@Suite struct ExportContainerTests {
    private let folder: TemporaryFolder
    private let document = Array(ExportText.document(ExportText.steps()).utf8)
    private let cda = Array(
        "<?xml version=\"1.0\"?><ClinicalDocument>\(String(repeating: "x", count: 9000))</ClinicalDocument>".utf8)
    private let route = Array("<gpx><trkpt lat=\"1\" lon=\"2\"><time>2024-03-09T10:00:00Z</time></trkpt></gpx>".utf8)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func archive(_ members: [(String, [UInt8])], forcesWideFields: Bool = false) throws -> URL {
        let url = folder.file("\(UUID().uuidString).zip")
        let writer = try ZipWriter(url: url, forcesWideFields: forcesWideFields)
        for (path, bytes) in members { try writer.addMember(path, bytes) }
        try writer.finish()
        return url
    }

    private func workout(_ paths: String...) -> [UInt8] {
        let references = paths.map { "<FileReference path=\"\($0)\"/>" }.joined()
        return Array(
            ExportText.document(
                """
                <Workout workoutActivityType="W" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
                endDate="2024-03-09 10:00:00 +0000"><WorkoutRoute sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
                endDate="2024-03-09 10:00:00 +0000">\(references)</WorkoutRoute></Workout>
                """
            ).utf8)
    }

    /// The document is found by its contents, regardless of its name, the archive's name and other files.
    @Test(arguments: [
        "apple_health_export/export.xml", "apple_health_export/exportar.xml", "apple_health_export/导出.xml",
        "apple_health_export/내보내기.xml", "apple_health_export/書き出したデータ.XML", "export.xml", "a/b/c/My Health.xml",
        "apple_health_export/renamed.txt", "data",
    ])
    func archivesWithAnyMemberNames(path: String) throws {
        let base = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        let url = try archive([
            ("\(base)export_cda.xml", cda), (path, document), ("__MACOSX/\(path)", Array("junk <HealthData".utf8)),
            ("__MACOSX/\(base)._export.xml", document), ("\(base).DS_Store", [0, 1]), ("\(base)readme.pdf", [1]),
        ])
        let reader = try AppleHealthExportReader(url: url)
        #expect(reader.mainFile == path)
        let export = try ReadExport(reader)
        #expect(export.records.count == 1)
        #expect(export.tally.skippedFiles.count == 2)
        let about = export.tally.skippedFiles[0]
        #expect(about.hasPrefix("\(base)export_cda.xml: skipped, since a CDA document repeats"))
        #expect(export.tally.inputBytes > 0 && export.tally.inputBytesRead <= export.tally.inputBytes)
        #expect(export.tally.bytesRead == Int64(document.count))
    }

    @Test func archivesWithWideFieldsAndDescriptors() throws {
        for wide in [false, true] {
            let url = try archive([("e/x.xml", document)], forcesWideFields: wide)
            #expect(try ReadExport(url).records.count == 1)
        }
        // Uncompressed members with their sizes in the local header, as written by other programs.
        let plain = try folder.write("plain.zip", HandMadeZip([.init("x.xml", document)]).bytes)
        #expect(try ReadExport(plain).records.count == 1)
    }

    @Test func archivesInUTF16() throws {
        let text = ExportText.document(ExportText.steps())
        let bytes: [UInt8] =
            [0xFF, 0xFE]
            + text.utf16.flatMap { unit -> [UInt8] in
                [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
            }
        #expect(try ReadExport(archive([("x.xml", bytes)])).records.count == 1)
    }

    @Test func theLargestOfSeveralExportsIsReadAndTheOthersNamed() throws {
        let larger = Array(ExportText.document(ExportText.steps() + ExportText.steps(value: "2")).utf8)
        let url = try archive([("a/export.xml", document), ("b/export.xml", larger), ("c/export.xml", document)])
        let export = try ReadExport(url)
        #expect(export.records.count == 2)
        #expect(
            export.tally.skippedFiles == [
                "a/export.xml: skipped, since it is another export; import it by itself",
                "c/export.xml: skipped, since it is another export; import it by itself",
            ])
    }

    @Test func aDamagedMemberDoesNotHideTheExport() throws {
        var damaged = HandMadeZip.Member("a/broken.xml", cda + cda)
        damaged.crc = 1
        var encrypted = HandMadeZip.Member("a/secret.xml", cda + cda + cda)
        encrypted.flags = 1
        let zip = HandMadeZip([damaged, encrypted, .init("a/export.xml", document)])
        #expect(try ReadExport(folder.write("x.zip", zip.bytes)).records.count == 1)
        let without = HandMadeZip([encrypted, .init("a/notes.txt")])
        #expect(ExportText.error { _ = try ReadExport(folder.write("y.zip", without.bytes)) }?.code == .encrypted)
    }

    @Test func archivesWithoutAnExportAreRefused() throws {
        for members in [[], [("a.txt", [1])], [("export_cda.xml", cda)]] as [[(String, [UInt8])]] {
            let url = try archive(members)
            #expect(ExportText.error { _ = try ReadExport(url) }?.code == .notAnExport)
        }
        let missing = folder.file("missing.zip")
        #expect(ExportText.error { _ = try ReadExport(missing) }?.code == .notReadable)
        let empty = try folder.write("empty.zip", [])
        #expect(ExportText.error { _ = try ReadExport(empty) }?.code == .emptyFile)
        #expect(ExportText.error { _ = try ReadExport(folder.url) }?.code == .notAnExport)
    }

    /// A fixture as a folder, as a document and as an archive results in the same facts.
    @Test func aFolderItsDocumentAndItsArchiveAreTheSame() throws {
        let url = try ExportText.fixture("version-11")
        let names = [
            "exportar.xml", "export_cda.xml", "workout-routes/route_2021-07-04_6.01pm.gpx",
            "electrocardiograms/ecg_2021-07-02.csv", "clinical-records/Observation-7.json",
        ]
        let zip = try archive(
            try names.map { ("apple_health_export/\($0)", [UInt8](try Data(contentsOf: url.appending(path: $0)))) })
        let link = folder.file("link.xml")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url.appending(path: "exportar.xml"))
        // Descriptions are compared, because NaN is not equal to itself.
        func facts(_ export: ReadExport) -> [String] {
            ["\(export.records)", "\(export.items)", "\(export.provenances)", "\(export.metadata)"]
        }
        var seen: [ReadExport] = []
        for input in [url, url.appending(path: "exportar.xml"), link, zip] {
            let export = try ReadExport(input)
            #expect(export.records.count == 1)
            #expect(export.routeFiles.map(\.points.count) == [2])
            #expect(facts(export) == facts(seen.first ?? export))
            #expect(export.clinicalRecords.map { $0.resource?.count } == [43])
            #expect(export.electrocardiograms.map(\.path) == ["electrocardiograms/ecg_2021-07-02.csv"])
            #expect(export.diagnostics.map(\.severity) == [.warning, .rejected])
            seen.append(export)
        }
        // Unread files are only reported if a folder or archive was searched.
        #expect(seen.map(\.tally.skippedFiles.count) == [1, 0, 0, 1])
    }

    /// An uncompressed inner archive contains the text of a document.
    @Test func anArchiveInsideAnArchiveIsNamedButNotRead() throws {
        let inner = folder.file("inner.zip")
        let writer = try ZipWriter(url: inner)
        try writer.addMember("export.xml", document, method: .stored)
        try writer.finish()
        let outer = try archive([("export.zip", [UInt8](try Data(contentsOf: inner)))])
        let error = ExportText.error { _ = try ReadExport(outer) }
        #expect(error?.code == .notAnExport)
        #expect(error?.message.contains("export.zip") == true)
    }

    @Test func aTruncatedClinicalDocumentIsKeptAndReported() throws {
        let record = ExportText.document(
            """
            <ClinicalRecord type="Observation" identifier="1" sourceName="S" sourceURL="" fhirVersion="4.0.1" \
            receivedDate="2024-03-09 10:00:00 +0000" resourceFilePath="/clinical-records/a.json"/>
            """)
        let documents = [
            ("{\"id\":\"1\"}", 0), (" \r\n{}\n", 0), ("\u{FEFF}{}", 0), ("", 1), ("{\"id\":\"1", 1), ("x}", 1),
        ]
        for (text, expected) in documents {
            let export = try ReadExport(
                archive([("export.xml", Array(record.utf8)), ("clinical-records/a.json", Array(text.utf8))]))
            #expect(export.clinicalRecords.map { $0.resource?.count } == [text.utf8.count])
            #expect(export.diagnostics.map(\.file) == Array(repeating: "clinical-records/a.json", count: expected))
        }
    }

    @Test func aDocumentBesideOtherFiles() throws {
        _ = try folder.write("other.xml", document)
        try FileManager.default.createDirectory(at: folder.file("workout-routes"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.file("private"), withIntermediateDirectories: true)
        _ = try folder.write("workout-routes/a.gpx", route)
        _ = try folder.write("private/a.gpx", route)
        let url = try folder.write("mine.xml", workout("/workout-routes/a.gpx", "/private/a.gpx"))
        let export = try ReadExport(url)
        #expect(export.routeFiles.map(\.path) == ["/workout-routes/a.gpx"])
        #expect(export.diagnostics.count == 1)
    }

    @Test func routeFilesMayDifferByCaseOrKindOfSpace() throws {
        let name = "/workout-routes/route_2021-07-04_6.01\u{202F}PM é.gpx"
        for path in ["route_2021-07-04_6.01 pm é.gpx", "Route_2021-07-04_6.01\u{A0}PM e\u{301}.GPX"] {
            let url = try archive([("e/export.xml", workout(name)), ("e/workout-routes/\(path)", route)])
            let export = try ReadExport(url)
            #expect(export.routeFiles.map(\.path) == [name])
            #expect(export.diagnostics.map(\.severity) == [.warning])
        }
        let two = try archive([
            ("e/export.xml", workout("/workout-routes/A.gpx")), ("e/workout-routes/a.gpx", route),
            ("e/workout-routes/a.GPX", route),
        ])
        #expect(try ReadExport(two).routeFiles.isEmpty)
    }

    @Test(arguments: ["/../secret.gpx", "/workout-routes/../../secret.gpx", "../secret.gpx", "/..", "/a/../b.gpx"])
    func pathsOutsideTheExportAreRefused(path: String) throws {
        _ = try folder.write("secret.gpx", route)
        let url = try archive([("e/export.xml", workout(path)), ("secret.gpx", route), ("e/b.gpx", route)])
        let export = try ReadExport(url)
        #expect(export.routeFiles.isEmpty)
        #expect(export.diagnostics.map(\.severity) == [.rejected])
        #expect(export.diagnostics[0].reason == "the path \(path) that it names leads out of the export")
        let error = ExportText.error { _ = try ReadExport(url, strict: true) }
        #expect(error?.code == .rejected)
    }

    @Test(arguments: ["/e/b.gpx", "//b.gpx", "/./b.gpx", "/etc/passwd", "", "/", "b.gpx/", "\\b.gpx"])
    func pathsWithoutAFileAreReported(path: String) throws {
        let url = try archive([("e/export.xml", workout(path)), ("e/b.gpx", route)])
        let export = try ReadExport(url)
        #expect(export.routeFiles.isEmpty)
        #expect(export.diagnostics.map(\.severity) == [.warning])
        #expect(export.tally.skippedFiles.count == 1)
    }

    @Test func linksOutsideTheFolderAreNotFollowed() throws {
        let secret = try folder.write("secret.gpx", route)
        let inner = folder.file("export")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data(workout("/link.gpx", "/links/secret.gpx")).write(to: inner.appending(path: "export.xml"))
        try FileManager.default.createSymbolicLink(at: inner.appending(path: "link.gpx"), withDestinationURL: secret)
        try FileManager.default.createSymbolicLink(at: inner.appending(path: "links"), withDestinationURL: folder.url)
        let export = try ReadExport(inner)
        #expect(export.routeFiles.isEmpty)
        #expect(export.diagnostics.count == 2)
    }

    @Test func unreadableFilesAreReportedAndTheOthersRead() throws {
        let url = try archive([
            ("export.xml", workout("/a.gpx", "/b.gpx", "/c.gpx")), ("a.gpx", Array("no route".utf8)), ("b.gpx", route),
            ("c.gpx", Array("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>".utf8)),
            ("electrocardiograms/ecg_1.csv", Array("nothing".utf8)), ("electrocardiograms/notes.txt", [1]),
        ])
        let export = try ReadExport(url)
        #expect(export.routeFiles.flatMap(\.points).count == 1)
        #expect(export.electrocardiograms.isEmpty)
        #expect(export.diagnostics.map(\.file) == ["a.gpx", "c.gpx", "electrocardiograms/ecg_1.csv"])
        #expect(export.diagnostics.allSatisfy { $0.severity == .rejected })
        #expect(export.tally.diagnosticCount == 3)
        #expect(ExportText.error { _ = try ReadExport(url, strict: true) }?.code == .rejected)
    }

    /// Documents are distributed over several batches, and a single large file cannot be read repeatedly.
    @Test func clinicalDocumentsArriveInBatches() throws {
        let record = { (path: String) in
            "<ClinicalRecord type=\"T\" identifier=\"\(path)\" sourceName=\"S\" sourceURL=\"U\" fhirVersion=\"4.0.1\" "
                + "receivedDate=\"2024-03-09 10:00:00 +0000\" resourceFilePath=\"\(path)\"/>\n"
        }
        let large = Array("{".utf8) + [UInt8](repeating: 0x20, count: (5 << 20) - 2) + Array("}".utf8)
        let body =
            (0..<5).map { record("/c/\($0).json") }.joined() + ExportText.steps()
            + (0..<40).map { _ in record("/c/0.json") }.joined()
        let url = try archive(
            (0..<5).map { ("c/\($0).json", large) } + [("export.xml", Array(ExportText.document(body).utf8))])
        let reader = try AppleHealthExportReader(url: url)
        var most = 0
        var documents: [Int] = []
        var rows = 0
        var diagnostics = 0
        while let batch = try reader.nextBatch() {
            let sizes = batch.items.compactMap { item in
                if case .clinicalRecord(let facts) = item { facts.resource?.count ?? 0 } else { nil }
            }
            most = max(most, sizes.reduce(0, +))
            documents += sizes
            rows += batch.rows.count
            diagnostics = batch.tally.diagnosticCount
        }
        #expect(most <= 10 << 20)
        #expect(documents.count == 45 && rows == 1)
        #expect(documents.prefix(5).allSatisfy { $0 == large.count })
        #expect(documents.count { $0 == 0 } == diagnostics && diagnostics > 20)
    }

    @Test func aZipBombIsRefused() throws {
        let url = folder.file("bomb.zip")
        let writer = try ZipWriter(url: url)
        try writer.beginMember("export.xml")
        try Array("<HealthData>".utf8).withUnsafeBytes { try writer.write($0) }
        let blank = [UInt8](repeating: 0x20, count: 1 << 20)
        for _ in 0..<80 { try blank.withUnsafeBytes { try writer.write($0) } }
        try Array("</HealthData>".utf8).withUnsafeBytes { try writer.write($0) }
        try writer.endMember()
        try writer.finish()
        #expect(ExportText.error { _ = try ReadExport(url, partial: true) }?.code == .zipBomb)
        let unsafe = try folder.write("unsafe.zip", HandMadeZip([.init("../export.xml", document)]).bytes)
        #expect(ExportText.error { _ = try ReadExport(unsafe) }?.code == .unsafePath)
    }
}
