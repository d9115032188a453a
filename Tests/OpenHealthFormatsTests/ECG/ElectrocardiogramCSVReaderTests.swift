// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@Suite struct ElectrocardiogramCSVReaderTests {
    private static let english = """
        Name,
        Date of Birth,"Feb 28, 1990"
        Recorded Date,2026-08-26 18:15:35 +0100
        Classification,Sinus Rhythm
        Symptoms,
        Software Version,2.0
        Device,"Watch7,11"
        Sample Rate,512 hertz


        Lead,Lead I
        Unit,\u{B5}V

        -265.868
        12
        0.5

        """

    private static let german = """
        Name
        Geburtstag,"01.01.1990"
        Aufzeichnungsdatum,2026-08-26 18:15:35 +0100
        Klassifizierung,Sinusrhythmus
        Symptome,Ohne
        Softwareversion,2.0
        Gerät,"Watch7,11"
        Messrate,512 Hertz


        Ableitung,Ableitung I
        Einheit,\u{3BC}V

        -265,868
        12
        0,5
        """

    private func read(_ text: String) throws -> ElectrocardiogramData {
        try ElectrocardiogramCSVReader.read(Data(text.utf8), file: "/electrocardiograms/ecg.csv")
    }

    @Test(arguments: [
        ("512.844 hertz", 512.844), ("512.5 hertz", 512.5), ("512,84 Hertz", 512.84), ("512赫兹", 512), ("512헤르츠", 512),
        ("512\u{A0}Hz", 512), ("٥١٢٫٥ هرتز", 512.5), (" 300 ヘルツ ", 300), ("1.024 Hertz", 1024), ("1,024 hertz", 1024),
    ])
    func `the rate is read in all languages, with and without a space`(text: String, rate: Double) throws {
        #expect(try read(Self.english.replacing("512 hertz", with: text)).sampleRate == rate)
    }

    @Test(arguments: ["512", "hertz", "5.1.2 hertz", "0 hertz", "512 2", "-512 hertz"])
    func `a file without a rate that can be read is rejected`(text: String) throws {
        #expect(throws: FormatError.self) { try read(Self.english.replacing("512 hertz", with: text)) }
    }

    @Test(arguments: ["", "\u{FEFF}"], ["\n", "\r\n"])
    func readsAnyLanguage(mark: String, lineEnd: String) throws {
        for (text, verdict) in [(Self.english, "Sinus Rhythm"), (Self.german, "Sinusrhythmus")] {
            let facts = try read(
                mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd))
            #expect(facts.start == 1_787_764_535)
            #expect(facts.classification == verdict)
            #expect(facts.device == "Watch7,11")
            #expect(facts.softwareVersion == "2.0")
            #expect(facts.sampleRate == 512)
            #expect(facts.unit == "\u{B5}V")
            #expect(facts.voltages == [-265.868, 12, 0.5])
            #expect(facts.header.count == 10)
            #expect(facts.header[6].value == "Watch7,11")
            #expect(facts.header[0].value == "")
            #expect(facts.path == "/electrocardiograms/ecg.csv")
        }
    }

    private func voltages(_ lines: [String]) throws -> [Double] {
        let header = Self.english.split(separator: "\n", omittingEmptySubsequences: false).prefix(13)
        return try read((header.map(String.init) + lines).joined(separator: "\n")).voltages
    }

    @Test func readsAnyNumber() throws {
        #expect(try voltages(["-1,5", "2"]) == [-1.5, 2])
        #expect(try voltages(["1,234.5", "1,234"]) == [1234.5, 1234])
        #expect(try voltages(["1.234,5", "0,5"]) == [1234.5, 0.5])
        #expect(try voltages(["\u{2212}1,5", "1\u{A0}234,5"]) == [-1.5, 1234.5])
        #expect(try voltages(["\u{661}\u{662}\u{66B}\u{665}", "\u{61C}-\u{663}"]) == [12.5, -3])
        #expect(try voltages(["1.5e", "2"].suffix(1).map { $0 }) == [2])
    }

    @Test func namesMissingFields() throws {
        func message(_ text: String) -> FormatError? {
            do {
                _ = try read(text)
                return nil
            } catch {
                return error as? FormatError
            }
        }
        let lines = Self.english.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (index, word) in [(2, "date"), (7, "rate"), (11, "unit")] {
            var without = lines
            without.remove(at: index)
            let error = message(without.joined(separator: "\n"))
            #expect(error?.code == .malformed)
            #expect(error?.message.contains(word) == true)
        }
        #expect(message(lines.prefix(13).joined(separator: "\n"))?.message.contains("no measurements") == true)
        #expect(message((lines + ["oops", "1"]).joined(separator: "\n"))?.line == 18)
        #expect(message("")?.code == .malformed)
    }
}
