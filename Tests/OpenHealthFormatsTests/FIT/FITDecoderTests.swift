// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthFormats

/// The messages of a FIT file as a list.
private struct FITList: FITHandler {
    struct Message: Equatable {
        var number: UInt16
        var time: UInt32?
        var values: [UInt8: [Double]]
    }

    var messages: [Message] = []
    var problems: [FITProblem] = []
    var files = 0

    mutating func begin() { files += 1 }
    mutating func end() {}
    mutating func report(_ problem: FITProblem) { problems.append(problem) }

    mutating func take(_ message: FITMessage) {
        var values: [UInt8: [Double]] = [:]
        for field in message.fields where field.base != FITBase.string {
            let known = (0..<message.count(field)).compactMap { message.number(field, $0) }
            if !known.isEmpty { values[field.number] = known }
        }
        messages.append(Message(number: message.number, time: message.time, values: values))
    }

    init(_ bytes: [UInt8]) throws {
        let isFile = try bytes.withUnsafeBytes { try FITDecoder.decode($0, into: &self) }
        if !isFile { files = -1 }
    }
}

@Suite struct FITDecoderTests {
    private static func writer(isBigEndian: Bool = false) -> FITWriter {
        var writer = FITWriter(isBigEndian: isBigEndian)
        writer.addFileID()
        writer.add(20, local: 1, .time(FITWriter.start), .u8(3, 120), .s32(0, -5), .s16(9, -300), .u16(7, 260))
        return writer
    }

    @Test(arguments: [false, true]) func valuesAreReadInBothOrdersOfBytes(isBigEndian: Bool) throws {
        let list = try FITList(Self.writer(isBigEndian: isBigEndian).file())
        #expect(list.problems == [] && list.files == 1)
        #expect(list.messages.map(\.number) == [0, 20])
        let time = UInt32(FITWriter.start)
        #expect(list.messages[1].time == time)
        #expect(list.messages[1].values == [253: [Double(time)], 3: [120], 0: [-5], 9: [-300], 7: [260]])
    }

    @Test func numbersThatMeanNoneAreNone() throws {
        var writer = FITWriter()
        writer.add(
            20, .kind(1, 0xFF), .u8(2, 0xFF), .s16(3, .max), .u16(4, 0xFFFF), .s32(5, .max), .u32(6, 0xFFFF_FFFF),
            .init(number: 7, base: 0x01, size: 1, values: [0x7F]), .init(number: 8, base: 0x0A, size: 1, values: [0]),
            .init(number: 9, base: 0x8B, size: 2, values: [0]), .init(number: 10, base: 0x8C, size: 4, values: [0]),
            .init(number: 11, base: 0x88, size: 4, values: [0xFFFF_FFFF]),
            .init(number: 12, base: 0x89, size: 8, values: [.max]),
            .init(number: 13, base: 0x8F, size: 8, values: [.max]),
            .init(number: 14, base: 0x8E, size: 8, values: [UInt64(Int64.max)]),
            .init(number: 15, base: 0x90, size: 8, values: [0]), .bytes(16, [0xFF]), .u16(17, 1, 0xFFFF, 3))
        #expect(try FITList(writer.file()).messages.map(\.values) == [[17: [1, 3]]])
    }

    @Test func fractionsAndFieldsOfAnotherSizeAreRead() throws {
        var writer = FITWriter()
        writer.add(
            20, .init(number: 1, base: 0x88, size: 4, values: [UInt64(Float(1.5).bitPattern)]),
            .init(number: 2, base: 0x89, size: 8, values: [Double(-2.25).bitPattern]),
            // A distance in one byte, and three bytes of a number of two.
            .u8(5, 7), .init(number: 6, base: 0x84, size: 1, values: [1, 2, 3]))
        #expect(try FITList(writer.file()).messages.map(\.values) == [[1: [1.5], 2: [-2.25], 5: [7]]])
    }

    @Test func compressedTimesCountOn() throws {
        var writer = FITWriter()
        // The low five bits of the time are 30, and the layout without a time is that of local number 1.
        let start = FITWriter.start & ~31 | 30
        writer.add(20, local: 1, .u8(3, 100))
        writer.add(20, local: 0, .time(start), .u8(3, 101))
        for offset in [31, 1, 2, 2, 0] as [UInt8] { writer.addCompressed(local: 1, offset: offset, .u8(3, 102)) }
        let times = try FITList(writer.file()).messages.map { $0.time.map { Int($0) - Int(start) } }
        #expect(times == [nil, 0, 1, 3, 4, 4, 34])
    }

    @Test func filesThatFollowEachOtherHaveTheirOwnLayouts() throws {
        let first = Self.writer().file()
        let second = Self.writer(isBigEndian: true).file()
        let list = try FITList(first + second + first)
        #expect(list.files == 3 && list.messages.count == 6 && list.problems == [])
        #expect(list.messages[3] == list.messages[1])
        #expect(try FITList(first + [0, 0, 0, 0]).problems == [])
        #expect(try FITList(first + [1, 2, 3]).problems == [.trailingBytes])
        #expect(try FITList(first + Array(second.prefix(5))).problems == [.cutOff])
    }

    @Test func problemsAreReportedAndTheRestIsRead() throws {
        let writer = Self.writer()
        #expect(try FITList(writer.file(isRight: false)).problems == [.checksum])
        let noSize = try FITList(writer.file(size: 0))
        #expect(noSize.problems == [.noSize] && noSize.messages.count == 2)
        var header = writer.file()
        header[12] ^= 0xFF
        #expect(try FITList(header).problems == [.headerChecksum, .checksum])
        var unknown = Self.writer()
        unknown.addBytes([0x0F, 1, 2])
        let list = try FITList(unknown.file())
        #expect(list.problems == [.badMessage] && list.messages.count == 2)
        #expect(try FITList(Array("hello, this is no file".utf8)).files == -1)
        #expect(try FITList([]).files == -1)
    }

    @Test func aFileThatIsCutOffAnywhereIsReadToItsLastWholeMessage() throws {
        let whole = Self.writer().file()
        let all = try FITList(whole).messages
        for end in 14..<whole.count {
            let list = try FITList(Array(whole[..<end]))
            #expect(list.problems == [.cutOff], "\(end)")
            #expect(list.messages == Array(all.prefix(list.messages.count)), "\(end)")
        }
        #expect(try FITList(Array(whole.dropLast())).messages == all)
    }

    @Test func noBytesTrap() throws {
        var state: UInt64 = 41
        let whole = FITWriter.run().file()
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[14 + Int(state >> 33) % 120] = UInt8(truncatingIfNeeded: state >> 20)
            }
            _ = try FITList(bytes)
        }
    }
}
