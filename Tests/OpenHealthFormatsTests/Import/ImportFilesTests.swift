// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct ImportFilesTests {
    private static let run = FITWriter.run().file()
    private static let later = FITWriter.run(at: 86_400).file()

    @Test func theContentTellsTheFormatAndNotTheName() throws {
        let folder = try TemporaryFolder()
        for name in ["ride.tcx", "ride.xml", "ride.zip", "ride", "RIDE.FIT", "ride.fit.gz"] {
            let read = try ReadImport(folder.write(name, Self.run))
            #expect(read.tally.format == "fit" && read.workouts.count == 1, "\(name)")
        }
        let packed = try ReadImport(folder.write("packed.bin", Gzip.packed(Self.run)))
        #expect(packed.tally.format == "fit" && packed.workouts.count == 1)
        let zip = try ReadImport(folder.write("zip.fit", HandMadeZip([.init("a", Self.run)]).bytes))
        #expect(zip.workouts.count == 1)
        let apple = try ReadImport(folder.write("export.dat", Array(Self.export.utf8)))
        #expect(apple.tally.format == "apple-health" && apple.records(.stepCount).count == 1)
    }

    @Test func foldersAndArchivesAreReadWithTheArchivesInThem() throws {
        let inner = HandMadeZip([.init("deep/b.FIT", Self.later), .init("photo.jpg"), .init("broken.fit")]).bytes
        let outer = HandMadeZip([.init("part1.zip", inner), .init("a.fit.gz", Gzip.packed(Self.run))]).bytes
        let folder = try TemporaryFolder()
        let url = try folder.write("outer.zip", outer)
        for input in [url, folder.url] {
            let read = try ReadImport(input)
            let prefix = input == url ? "" : "outer.zip/"
            #expect(read.workouts.count == 2 && read.tally.format == "fit")
            #expect(read.diagnostics.map(\.file) == [prefix + "part1.zip/broken.fit"])
            #expect(read.diagnostics.first?.severity == .rejected)
            #expect(read.tally.skippedFiles == [] && read.tally.complete)
            #expect(throws: FormatError.self) { try ReadImport(input, strict: true) }
        }
    }

    /// A course of FIT.
    private static let course: [UInt8] = {
        var writer = FITWriter()
        writer.addFileID(type: 6)
        writer.add(31, local: 1, .kind(4, 1), .text(5, "Loop"))
        writer.add(19, local: 2, .time(FITWriter.start), .u32(2, FITWriter.start), .u32(7, 60_000))
        for second in 0..<60 as Range<UInt64> {
            writer.add(20, local: 3, .time(FITWriter.start + second), .s32(0, 0x2000_0000), .s32(1, 1000))
        }
        return writer.file()
    }()

    private static let courses = """
        <Courses><Course><Name>Loop</Name><Lap><TotalTimeSeconds>60</TotalTimeSeconds></Lap><Track><Trackpoint>
        <Time>2024-06-14T07:00:00Z</Time></Trackpoint></Track></Course></Courses>
        """

    @Test func plannedRoutesAreNoActivitiesAndAreNamed() throws {
        let files = [
            ("plan.fit", Self.course),
            ("plan.tcx", Array("<TrainingCenterDatabase>\(Self.courses)</TrainingCenterDatabase>".utf8)),
            ("plan.gpx", Array("<gpx><rte><rtept lat=\"1\" lon=\"2\"/></rte></gpx>".utf8)),
        ]
        for (name, bytes) in files {
            let folder = try TemporaryFolder()
            let url = try folder.write(name, bytes)
            let error = #expect(throws: FormatError.self) { try ReadImport(url) }
            #expect(error?.code == .plannedRoute && error?.file.hasSuffix(name) == true)
            #expect(error?.message == "the file has a planned route (course), and no activity", "\(name)")
            // Beside others, it is left out and named.
            _ = try folder.write("run.fit", Self.run)
            let read = try ReadImport(folder.url, strict: true)
            #expect(read.workouts.count == 1 && read.diagnostics == [] && read.tally.complete, "\(name)")
            #expect(
                read.tally.skippedFiles == [
                    "\(name): skipped, since the file has a planned route (course), and no activity"
                ])
        }
    }

    @Test func plannedRoutesBesideActivitiesOfTheirFileAreNamed() throws {
        let lap = "<Lap StartTime=\"2024-06-14T07:00:00Z\"><TotalTimeSeconds>60</TotalTimeSeconds></Lap>"
        let both = "\(Self.courses)<Activities><Activity Sport=\"Running\">\(lap)</Activity></Activities>"
        let track = "<trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-06-14T07:00:00Z</time></trkpt></trkseg></trk>"
        for (name, bytes) in [
            ("both.fit", Self.run + Self.course),
            ("both.tcx", Array("<TrainingCenterDatabase>\(both)</TrainingCenterDatabase>".utf8)),
            ("both.gpx", Array("<gpx><rte/>\(track)</gpx>".utf8)),
        ] {
            let folder = try TemporaryFolder()
            let read = try ReadImport(folder.write(name, bytes))
            #expect(read.workouts.count == 1, "\(name)")
            #expect(read.diagnostics.map(\.reason) == ["planned routes (courses) were left out: 1"], "\(name)")
        }
    }

    @Test func aGzipThatUnpacksToManyTimesItsSizeIsRefused() throws {
        let folder = try TemporaryFolder()
        let zeros = [UInt8](repeating: 0, count: Int(InflateByteSource.harmlessSize) + 1)
        let url = try folder.write("bomb.fit.gz", Gzip.packed(Self.run + zeros))
        let refusal = #expect(throws: FormatError.self) { try ReadImport(url) }
        #expect(refusal?.code == .zipBomb)
        // Beside others, it is refused alone.
        _ = try folder.write("run.fit", Self.run)
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 1)
        #expect(read.diagnostics.map(\.file) == ["bomb.fit.gz"] && read.diagnostics.first?.severity == .rejected)
    }

    /// Returns an archive with copies of a file, packed.
    private static func copies(of content: [UInt8], named name: String, count: Int) -> [UInt8] {
        // The header of gzip has ten bytes, and the end eight.
        let packed = Array(Gzip.packed(content).dropFirst(10).dropLast(8))
        let members = (0..<count).map { number in
            var member = HandMadeZip.Member("\(number)-\(name)", packed)
            member.method = 8
            (member.crc, member.uncompressedSize) = (HandMadeZip.crc(content), UInt32(content.count))
            return member
        }
        return HandMadeZip(members).bytes
    }

    @Test func archivesInArchivesAreOpenedUpToASize() throws {
        let folder = try TemporaryFolder()
        let inner = Self.copies(of: Array("no activity".utf8), named: "a.txt", count: 6)
        let middle = Self.copies(of: inner, named: "b.zip", count: 6)
        let url = try folder.write("outer.zip", Self.copies(of: middle, named: "c.zip", count: 6))
        func read(harmlessSize: Int64) throws -> (files: Int, refused: Int) {
            var queue = try FileQueue(url, isPartial: false, harmlessSize: harmlessSize)
            var (files, refused) = (0, 0)
            while let file = queue.next() {
                files += 1
                guard file.path.hasSuffix(".zip") else { continue }
                do {
                    _ = try queue.unpack(file)
                } catch let error as FormatError where error.code == .zipBomb {
                    refused += 1
                }
            }
            return (files, refused)
        }
        // Six archives, 36 in them, and 216 files in those.
        let all = try read(harmlessSize: InflateByteSource.harmlessSize)
        #expect(all.files == 258 && all.refused == 0)
        let part = try read(harmlessSize: -1_000_000_000)
        #expect(part.files == 6 && part.refused == 6)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)
        // The first archive and some of those in it.
        let some = try read(harmlessSize: 40_000 - InflateByteSource.ratioLimit * size.int64Value)
        #expect(some.files > 6 && some.files < 60 && some.refused > 6)
    }

    @Test func allArchivesInAnInputShareTheLimitsBeforeItsFormatIsKnown() throws {
        let folder = try TemporaryFolder()
        let inner = HandMadeZip((0..<500).map { .init("\($0).fit", [0x78]) }).bytes
        let middle = Self.copies(of: inner, named: "b.zip", count: 10)
        func refusal(archives: Int) throws -> FormatError? {
            let url = try folder.write("\(archives).zip", Self.copies(of: middle, named: "c.zip", count: archives))
            return #expect(throws: FormatError.self) { try ReadImport(url) }
        }
        // 10,000 files are none of activities. 40,000 are more than an archive of 40 KB has.
        #expect(try refusal(archives: 2)?.code == .notAnExport)
        #expect(try refusal(archives: 8)?.code == .zipBomb)
    }

    @Test func anAppleHealthExportInAnArchiveIsNotPartOfTheSize() throws {
        let folder = try TemporaryFolder()
        let export = HandMadeZip([.init("export.xml", Array(Self.export.utf8))]).bytes
        let url = try folder.write("outer.zip", HandMadeZip([.init("a.zip", export), .init("b.zip", export)]).bytes)
        // One of the archives fits into the size that is left.
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)
        let left = Int64(4096 + Self.export.utf8.count + 1)
        var queue = try FileQueue(
            url, isPartial: false, harmlessSize: left - InflateByteSource.ratioLimit * size.int64Value)
        for _ in 0..<2 {
            let next = queue.next()
            let file = try #require(next)
            guard case .export = try queue.unpack(file) else {
                Issue.record("not an export")
                continue
            }
        }
    }

    @Test func aFolderWithThousandsOfArchivesIsReadWhole() throws {
        let folder = try TemporaryFolder()
        let archive = HandMadeZip([.init("a.txt")]).bytes
        for number in 0..<2001 { _ = try folder.write("\(number).zip", archive) }
        var queue = try FileQueue(folder.url, isPartial: false)
        var files = 0
        while let file = queue.next() {
            if file.path.hasSuffix(".zip") { _ = try queue.unpack(file) } else { files += 1 }
        }
        #expect(files == 2001)
    }

    @Test func everyBrokenFileIsNamed() throws {
        let folder = try TemporaryFolder()
        let count = ReaderTally.diagnosticLimit + 10
        for number in 0..<count { _ = try folder.write("\(number).fit", Array("no activity".utf8)) }
        _ = try folder.write("run.fit", Self.run)
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 1)
        #expect(Set(read.diagnostics.map(\.file)) == Set((0..<count).map { "\($0).fit" }))
    }

    @Test func filesOfAFolderHaveTheirSizesAndLinksAreLeftOut() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("run.fit", Self.run)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "link.fit"), withDestinationURL: file)
        let files = try FolderExportFiles(url: folder.url)
        #expect(files.paths == ["run.fit"] && files.size("run.fit") == Int64(Self.run.count))
        #expect(throws: FormatError.self) { try files.open("link.fit") }
    }

    @Test func foldersWithinManyFoldersAreLeftOut() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("run.fit", Self.run)
        for levels in [FolderExportFiles.maximumLevels - 1, FolderExportFiles.maximumLevels] {
            let path = String(repeating: "a/", count: levels)
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: path), withIntermediateDirectories: true)
            _ = try folder.write(path + "later.fit", Self.later)
            let paths = try FolderExportFiles(url: folder.url).paths
            let nearest = String(repeating: "a/", count: FolderExportFiles.maximumLevels - 1) + "later.fit"
            #expect(paths == [nearest, "run.fit"], "\(levels)")
        }
    }

    @Test func aFileThatOccursTwiceIsReadOnce() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("a.fit", Self.run)
        _ = try folder.write("b.fit.gz", Gzip.packed(Self.run))
        let other = try TemporaryFolder()
        let again = try other.write("c.fit", Self.run)
        let call = ImportCall()
        let first = try ReadImport(folder.url, call: call)
        #expect(first.workouts.count == 1)
        #expect(first.tally.skippedFiles == ["b.fit.gz: skipped, since it has the same content as a.fit"])
        let second = try ReadImport(again, call: call)
        #expect(second.workouts == [] && second.tally.format == "fit" && second.all == [])
        #expect(try ReadImport(again).workouts.count == 1)
    }

    @Test func otherContentIsRefusedAloneAndNamedBesideOthers() throws {
        let folder = try TemporaryFolder()
        for (name, bytes) in [("text.fit", Array("hello".utf8)), ("empty.fit", []), ("cut.fit.gz", [0x1F, 0x8B, 8])]
            as [(String, [UInt8])]
        {
            let error = #expect(throws: FormatError.self, "\(name)") {
                try HealthImport(url: folder.write(name, bytes))
            }
            #expect(error?.file.hasSuffix(name) == true, "\(name)")
        }
        #expect(throws: FormatError.self) { try HealthImport(url: folder.url) }
        _ = try folder.write("good.fit", Self.run)
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 1)
        #expect(Set(read.diagnostics.map(\.file)) == ["text.fit", "empty.fit", "cut.fit.gz"])
        #expect(read.diagnostics.allSatisfy { $0.severity == .rejected })
    }

    @Test func anInputWithoutKnownFilesIsNotCalledAnExportOfTheHealthApp() throws {
        let folder = try TemporaryFolder()
        let empty = #expect(throws: FormatError.self) { try HealthImport(url: folder.url) }
        #expect(empty?.code == .notAnExport && empty?.message == "it has no file of a known format")
        _ = try folder.write("notes.txt", Array("hello".utf8))
        let text = #expect(throws: FormatError.self) { try HealthImport(url: folder.url) }
        #expect(text?.message == empty?.message)
        let archive = HandMadeZip([.init("notes.txt", Array("hello".utf8))]).bytes
        let zip = #expect(throws: FormatError.self) { try HealthImport(url: folder.write("a.zip", archive)) }
        #expect(zip?.message == empty?.message)
        let nested = #expect(throws: FormatError.self) { try HealthImport(url: folder.url) }
        #expect(nested?.message.contains("a.zip") == true)
        // Such a file could have been downloaded.
        let cut = #expect(throws: FormatError.self) {
            try HealthImport(url: folder.write("cut.zip", Array(archive.dropLast(30))))
        }
        #expect(cut?.code == .truncated && cut?.remedy.contains("download it") == true)
    }

    @Test func anArchiveInAFolderThatIsCutOffIsReadAsFarAsPossible() throws {
        let folder = try TemporaryFolder()
        let archive = HandMadeZip([.init("run.fit", Self.run), .init("later.fit", Self.later)]).bytes
        _ = try folder.write("cut.zip", Array(archive.prefix(Self.run.count + 60)))
        _ = try folder.write("later.fit", Self.later)
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 2 && !read.tally.complete)
        #expect(read.diagnostics.contains { $0.file == "cut.zip" })
        #expect(throws: FormatError.self) { try ReadImport(folder.url, strict: true) }
    }

    @Test func gzipsThatAreCutOffAreReadAsFarAsPossible() throws {
        let folder = try TemporaryFolder()
        let packed = Gzip.packed(Self.run)
        let read = try ReadImport(folder.write("run.fit.gz", Array(packed.dropLast(40))))
        #expect(!read.tally.complete && read.workouts.count == 1 && !read.records(.heartRate).isEmpty)
        #expect(read.diagnostics.contains { $0.reason.contains("gzip") })
    }

    @Test func exportsOfTheHealthAppInTheInputAreLeftOutAndNamed() throws {
        let folder = try TemporaryFolder()
        let zip = HandMadeZip([.init("apple_health_export/export.xml", Array(Self.export.utf8))]).bytes
        _ = try folder.write("export.zip", zip)
        _ = try folder.write("run.fit", Self.run)
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 1 && read.records(.stepCount) == [])
        #expect(read.tally.skippedFiles.count == 1 && read.tally.skippedFiles[0].hasPrefix("export.zip: skipped"))
        // The export by itself, with a file of an activity in its folder, is an export.
        _ = try folder.write("export.xml", Array(Self.export.utf8))
        #expect(try ReadImport(folder.url).tally.format == "apple-health")
    }

    @Test func anActivityThatCannotBeReadIsNamedAndTheOthersAreRead() throws {
        var locked = HandMadeZip.Member("notes.pdf")
        locked.flags = 1
        var lockedActivity = HandMadeZip.Member("locked.fit", Self.later)
        lockedActivity.flags = 1
        let zip = HandMadeZip([locked, .init("run.fit", Self.run), lockedActivity]).bytes
        let folder = try TemporaryFolder()
        let read = try ReadImport(folder.write("activities.zip", zip))
        #expect(read.workouts.count == 1 && read.tally.complete)
        #expect(read.diagnostics.map(\.file) == ["locked.fit"])
        #expect(read.diagnostics.allSatisfy { $0.reason.contains("encrypted") })
    }

    @Test func manyFilesAreReadInBatches() throws {
        let folder = try TemporaryFolder()
        for index in 0..<100 {
            _ = try folder.write("\(1000 + index).fit", FITWriter.run(at: UInt64(index) * 3600).file())
        }
        let read = try ReadImport(folder.url)
        #expect(read.workouts.count == 100 && read.records(.heartRate).count == 6000)
        // A batch has 16,384 records and points, or a file more.
        #expect(read.batches == 2)
    }

    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_GB">
         <ExportDate value="2024-12-11 09:00:00 +0100"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" \
        startDate="2024-01-01 00:00:00 +0000" endDate="2024-01-01 00:00:00 +0000" value="5"/>
        </HealthData>
        """
}
