// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of one-time passwords with the vectors of the RFCs and Debian's oathtool.
@Suite(.timeLimit(.usual)) struct OneTimePasswordTests {
    private static let key = "1234567890"

    /// Returns a key with a number of bytes, as in the RFCs.
    private static func key(_ count: Int) -> Data { Data(String(repeating: key, count: 7).utf8.prefix(count)) }

    @Test func counterCodesEqualRFC4226() {
        let wanted = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        for (counter, code) in wanted.enumerated() {
            #expect(OneTimePassword.code(Self.key(20), counter: UInt64(counter), digits: 6, .sha1) == code)
        }
    }

    @Test(arguments: [
        (59.0, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
        (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
        (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
    ])
    func timeCodesEqualRFC6238(time: Double, sha1: String, sha256: String, sha512: String) {
        let step = OneTimePassword.step(at: Date(timeIntervalSince1970: time))
        for (algorithm, bytes, code) in [
            (OneTimePassword.Algorithm.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ] {
            #expect(
                OneTimePassword.code(Self.key(bytes), counter: UInt64(step), digits: 8, algorithm) == code,
                "\(algorithm)")
        }
    }

    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func base32EqualsRFC4648(plain: String, text: String) {
        #expect(Base32.text(Data(plain.utf8)) == text)
    }

    @Test func aClockMayDifferByOneStep() {
        let (key, now) = (SecondFactor.newKey(), Date(timeIntervalSince1970: 1_800_000_015))
        let step = OneTimePassword.step(at: now)
        for offset in -3...3 {
            let code = OneTimePassword.code(key, step: step + Int64(offset))
            let found = OneTimePassword.step(of: code, key, at: now)
            // Codes of two steps can be equal by chance.
            #expect((-1...1).contains(offset) ? found != nil : found != step + Int64(offset), "\(offset)")
        }
        for text in ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"] {
            #expect(OneTimePassword.step(of: text, key, at: now) == nil, "\(text)")
        }
    }

    /// oathtool is installed by Scripts/setup.sh, which `make test` runs.
    @Test func codesEqualThoseOfOathtool() throws {
        var generator = SeededGenerator(seed: 34)
        for _ in 0..<20 {
            let key = SecondFactor.newKey()
            let time = Int.random(in: 0..<4_000_000_000, using: &generator)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["oathtool", "--totp", "--base32", "--now", "@\(time)", Base32.text(key)]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let code = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let step = OneTimePassword.step(at: Date(timeIntervalSince1970: Double(time)))
            #expect(OneTimePassword.code(key, step: step) + "\n" == code, "\(time)")
        }
    }
}
