// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthSharing
import OpenHealthTestSupport
import Testing

/// Tests that Python's mail parser reads the contents of a draft without defects.
@Suite struct MailDraftTests {
    // MARK: Tables

    @Test func aDraftWithEveryPart() throws {
        var draft = MailDraft(
            from: MailAddress("me@example.org", name: "Jos\u{E9} \u{C1}lvarez"),
            to: [MailAddress("doctor@example.org", name: "Dr. Nakamura"), MailAddress("office@example.org")],
            cc: [MailAddress("a@example.com", name: "\u{4E2D}\u{6751} \u{592A}\u{90CE}")],
            bcc: [MailAddress("quiet@example.net", name: "Smith, \"Bob\" \\ Co")],
            subject: "My readings of March", date: Date(timeIntervalSince1970: 1_772_874_300),
            timeZone: try #require(TimeZone(secondsFromGMT: 5 * 3600 + 1800)), messageID: "abc.1@example.org")
        draft.body = "Please find them attached.\nRegards\n"
        draft.attachments = [
            MailAttachment(data: Data("text".utf8), mimeType: "text/plain", fileName: "test.txt"),
            MailAttachment(
                data: Data([0, 255, 10, 13]), mimeType: "application/pdf", fileName: "\u{4F53}\u{91CD}.pdf"),
        ]
        let message = try #require(try check([draft]).first)
        #expect(
            message.names == [
                "X-Unsent", "From", "To", "Cc", "Bcc", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type",
            ])
        #expect(message.date == "2026-03-07T14:35:00+05:30")
        #expect(message.headers["Date"] == "Sat, 07 Mar 2026 14:35:00 +0530")
        #expect(message.encoding == "7bit")
    }

    @Test func aMinimalDraft() throws {
        let message = try #require(try check([MailDraft(isUnsent: false)]).first)
        #expect(message.names == ["Date", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"])
        #expect(message.body == "")
    }

    @Test func subjects() throws {
        let subjects = [
            "plain", " blanks at both ends ", "two  blanks", "=?UTF-8?Q?no?=", "a =?b?= c", "?=", "_",
            "question? mark! = equals", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "e\u{301}",
            "\u{5E9}\u{5DC}\u{5D5}\u{5DD} shalom", "caf\u{E9}", "\u{A0}", "\"quoted\"", "a: b", "From me",
            String(repeating: "word ", count: 60) + "end", String(repeating: "x", count: 2_000),
            String(repeating: "\u{E4}", count: 500), String(repeating: "\u{D55C}\u{AE00} ", count: 100) + ".",
            String(repeating: "=", count: 300), String(repeating: "\u{1F600}", count: 200),
        ]
        let messages = try check(subjects.map { MailDraft(subject: $0) })
        #expect(messages.count == subjects.count)
    }

    @Test func subjectsOfEveryLength() throws {
        _ = try check(
            (1...160).flatMap { length in
                ["a", "\u{E9}", "\u{30A2}", "ab "].map {
                    MailDraft(subject: String(repeating: $0, count: length) + "z")
                }
            })
    }

    @Test func namesAndAddresses() throws {
        let names = [
            "Ann", "Ann Lee", "Ann  Lee", "O'Neil", "Lee, Ann", "Ann (home)", "a@b", "<x>", "a\"b", "a\\b", "J. R.",
            "=?x?=",
            " Ann ", "\u{D5C8}\u{C900}", "Zo\u{EB} M\u{FC}ller", "\u{1F600}",
            String(repeating: "Ann ", count: 40) + "Lee",
            String(repeating: "\u{30A2}", count: 60), String(repeating: "n", count: 200), "a;b:c", "[x]", "\"Ann\"",
            String(repeating: "\"", count: 59),
        ]
        let addresses = [
            "a@b", "first.last+tag@sub.example.org", "x_y-z!#$%&'*/=?^`{|}~@example.org", "1@2.3",
            "a@xn--bcher-kva.example",
            String(repeating: "l", count: 64) + "@" + String(repeating: "d.", count: 90) + "org",
        ]
        var drafts = names.map { MailDraft(from: MailAddress("a@example.org", name: $0)) }
        drafts += addresses.map { MailDraft(to: [MailAddress($0), MailAddress($0, name: "N"), MailAddress($0)]) }
        drafts.append(MailDraft(cc: names.map { MailAddress("c@example.org", name: $0) }))
        drafts.append(MailDraft(bcc: (0..<300).map { MailAddress("b\($0)@example.org") }))
        _ = try check(drafts)
    }

    @Test func texts() throws {
        let texts: [(String, String)] = [
            ("", "7bit"), ("a", "7bit"), ("a\n", "7bit"), ("a\r\nb\rc\n\n\nd", "7bit"), ("\n", "7bit"),
            ("From me\nFrom you", "quoted-printable"), (".\n..\n.a", "quoted-printable"),
            ("end \nend\t", "quoted-printable"),
            ("a = b", "7bit"), ("=_part_0", "quoted-printable"), ("--=_part_", "quoted-printable"),
            ("-- \nme", "quoted-printable"),
            (String(repeating: "x", count: 78), "7bit"), (String(repeating: "x", count: 79), "quoted-printable"),
            (String(repeating: "x", count: 100_000), "quoted-printable"), ("caf\u{E9} ol\u{E9}", "quoted-printable"),
            (String(repeating: "\u{4F53}\u{91CD}", count: 300), "base64"), ("a\0b", "quoted-printable"),
            (String(repeating: "=", count: 77), "7bit"), (String(repeating: "= ", count: 200), "quoted-printable"),
            (String(repeating: "From here. ", count: 40), "quoted-printable"), ("\u{2028}\u{85}\u{B}\u{C}", "base64"),
        ]
        let file = MailAttachment(data: Data("x".utf8), mimeType: "text/csv; charset=utf-8", fileName: "x.csv")
        for attachments in [[], [file]] {
            let messages = try check(texts.map { MailDraft(body: $0.0, attachments: attachments) })
            for (message, text) in zip(messages, texts) where !(text.0.isEmpty && !attachments.isEmpty) {
                #expect(message.encoding == text.1, "\(text.0.prefix(20).debugDescription)")
            }
        }
    }

    @Test func linesOfEveryLength() throws {
        _ = try check(
            (60...90).flatMap { length in
                ["a", "\u{E9}", "=", ".", " ", "From "].map {
                    MailDraft(body: String(repeating: $0, count: length) + "\nsecond \u{E9}")
                }
            })
    }

    @Test func attachmentsOfEverySize() throws {
        var generator = SeededGenerator(seed: 7)
        let sizes = Array(0...120) + [57 * 1024 - 1, 57 * 1024, 57 * 1024 + 1, 300_000]
        let drafts = sizes.map { size in
            let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            // The first index of a slice of data is not 0.
            let data = Data([1, 2, 3] + bytes).dropFirst(3)
            return MailDraft(
                attachments: [MailAttachment(data: data, mimeType: "application/octet-stream", fileName: "\(size)")])
        }
        _ = try check(drafts)
    }

    @Test func fileNames() throws {
        let names = [
            "a", "a b.txt", " a ", "a;b", "a\"b", "a=b", "a'b''c", "100%", "%41", "=?UTF-8?Q?a?=",
            "\u{4F53}\u{91CD}.csv",
            "\u{1F600}.png", "e\u{301}.txt", String(repeating: "n", count: 255),
            String(repeating: "\u{30A2}", count: 85),
            "*", "(1)", "a,b", "..a", "\u{202E}gpj.exe",
        ]
        _ = try check([
            MailDraft(
                body: "all of them",
                attachments: names.map {
                    MailAttachment(data: Data($0.utf8), mimeType: "application/octet-stream", fileName: $0)
                })
        ])
    }

    @Test func mimeTypes() throws {
        let types = [
            "application/pdf", "text/csv; charset=utf-8", "TEXT/HTML", "application/vnd.apple.health+xml;version=1;a=b",
            "text/plain; charset=\"utf-8\"", "image/svg+xml", "x-a/x-b",
        ]
        let messages = try check([
            MailDraft(
                attachments: types.map { MailAttachment(data: Data("a".utf8), mimeType: $0, fileName: "f") })
        ])
        let files = try #require(messages.first).attachments
        #expect(files.map(\.type) == types.map { $0.prefix { $0 != ";" }.lowercased() })
        #expect(files[1].parameters == ["charset": "utf-8"])
        #expect(files[3].parameters == ["version": "1", "a": "b"])
        #expect(files[4].parameters == ["charset": "utf-8"])
    }

    @Test func dates() throws {
        var drafts: [MailDraft] = []
        for seconds in stride(from: -2_208_902_400.0, to: 253_402_200_000, by: 12_345_678_901 / 7) {
            for zone in ["UTC", "Asia/Tokyo", "America/St_Johns", "Europe/Amsterdam", "Pacific/Apia", "Asia/Kathmandu"]
            {
                drafts.append(
                    MailDraft(
                        date: Date(timeIntervalSince1970: seconds), timeZone: try #require(TimeZone(identifier: zone))))
            }
        }
        for (message, draft) in zip(try check(drafts), drafts) {
            let date = try Date(message.date, strategy: .iso8601)
            #expect(date == Date(timeIntervalSince1970: draft.date.timeIntervalSince1970.rounded(.down)))
        }
    }

    // MARK: Random drafts

    @Test(arguments: 0..<4) func randomDrafts(seed: Int) throws {
        var drafts: [MailDraft] = []
        for index in 0..<100 {
            var generator = SeededGenerator(seed: UInt64(seed), stream: 5, index: UInt64(index))
            var draft = MailDraft(
                subject: RandomText.line(&generator), date: Date(timeIntervalSince1970: 1_780_000_000))
            draft.from = generator.below(2) == 0 ? nil : address(&generator)
            draft.to = (0..<generator.below(4)).map { _ in address(&generator) }
            draft.cc = (0..<generator.below(3)).map { _ in address(&generator) }
            draft.bcc = (0..<generator.below(3)).map { _ in address(&generator) }
            draft.body = (0..<generator.below(12)).map { _ in RandomText.line(&generator, blank: "\t") }
                .joined(separator: ["\n", "\r\n", "\r", "\n\n"][generator.below(4)])
            draft.attachments = (0..<generator.below(4)).map { _ in
                let size = generator.below([3, 100, 20_000][generator.below(3)])
                return MailAttachment(
                    data: Data((0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) }),
                    mimeType: "application/octet-stream", fileName: RandomText.fileName(&generator))
            }
            drafts.append(draft)
        }
        _ = try check(drafts)
    }

    private func address(_ generator: inout SeededGenerator) -> MailAddress {
        MailAddress("a\(generator.below(1_000))@example.org", name: RandomText.line(&generator))
    }

    // MARK: The form of the bytes

    @Test func theSameDraftGivesTheSameBytes() throws {
        let draft = MailDraft(
            subject: "a", date: Date(timeIntervalSince1970: 0), timeZone: .gmt, body: "b",
            attachments: [MailAttachment(data: Data([1]), mimeType: "a/b", fileName: "c")])
        #expect(try draft.data() == draft.data())
    }

    @Test func theAttachedFileEqualsTheData() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let draft = MailDraft(
            subject: "a",
            attachments: [MailAttachment(data: Data(count: 500_000), mimeType: "a/b", fileName: "c")])
        let url = folder.appending(path: "draft.eml")
        try draft.write(to: url)
        #expect(try Data(contentsOf: url) == draft.data())
        try MailDraft(subject: "b").write(to: url)
        #expect(try Data(contentsOf: url).count < 500)
        #expect(throws: FormatError.self) { try draft.write(to: folder.appending(path: "none/draft.eml")) }
        #expect(throws: MailDraftError.self) { try MailDraft(subject: "\n").write(to: url) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["draft.eml"])
    }

    /// Writes the drafts, reads them with Python, and compares all contents.
    private func check(
        _ drafts: [MailDraft], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [PythonMailReader.Message] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, draft) in drafts.enumerated() {
            let data = try draft.data()
            #expect(MailForm.faults(data) == [], "draft \(index)", sourceLocation: sourceLocation)
            try data.write(to: folder.appending(path: "\(10_000 + index).eml"))
        }
        let messages = try PythonMailReader.read(folder)
        try #require(messages.count == drafts.count, sourceLocation: sourceLocation)
        for (index, (message, draft)) in zip(messages, drafts).enumerated() {
            let differences = try MailForm.differences(message, draft, in: folder)
            #expect(differences == [], "draft \(index)", sourceLocation: sourceLocation)
        }
        return messages
    }
}
