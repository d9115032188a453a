// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

@Suite struct PlaceSealTests {
    private let secret = StoreSecret(SipKey(low: 5, high: 6))

    @Test func anchorsOpenOnlyForTheirApp() {
        let (own, other) = (secret.seal(app: "org.example.a"), secret.seal(app: "org.example.b"))
        let elsewhere = StoreSecret(SipKey(low: 7, high: 8)).seal(app: "org.example.a")
        var generator = SeededGenerator(seed: 3)
        let places: [Int64] = [0, 1, 2, 1 << 42 - 1] + (0..<2000).map { _ in Int64(generator.below(1 << 40)) }
        for place in places {
            let anchor = own.anchor(place)
            #expect(anchor >= 0)
            #expect(own.place(ofAnchor: anchor) == place)
            #expect(own.anchor(place) == anchor)
            #expect(other.place(ofAnchor: anchor) != place || place == 0)
            #expect(elsewhere.place(ofAnchor: anchor) != place)
        }
        #expect(Set(places.map(own.anchor)).count == Set(places).count)
    }

    /// Consecutive numbers, the former anchors, and random numbers are not valid anchors.
    @Test func otherNumbersAreNotAnchors() {
        let seal = secret.seal(app: "org.example.a")
        #expect(seal.place(ofAnchor: 0) == 0)
        for number in [-1, .min, .max] as [Int64] { #expect(seal.place(ofAnchor: number) == nil) }
        // One in a million decrypts to a place that does not exist yet, which is treated as the latest.
        #expect((1...20_000).filter { seal.place(ofAnchor: $0).map { $0 < 1 << 30 } ?? false }.isEmpty)
        var generator = SeededGenerator(seed: 4)
        let random = (0..<20_000).map { _ in Int64(bitPattern: generator.next() >> 2) }
        #expect(random.filter { seal.place(ofAnchor: $0).map { $0 < 1 << 30 } ?? false }.isEmpty)
    }

    @Test func relationshipAnchorsAreSafeIntegersInJavaScript() {
        let seal = secret.seal(app: "org.example.a")
        for place in [0, 1, 2, 1000, 1 << 31 - 1] {
            let anchor = seal.relationAnchor(place)
            #expect((0..<(1 << 52)).contains(anchor))
            #expect(seal.place(ofRelationAnchor: anchor) == place)
        }
        #expect(seal.place(ofRelationAnchor: 0) == 0)
        #expect((1...5000).filter { seal.place(ofRelationAnchor: $0).map { $0 < 1 << 20 } ?? false }.isEmpty)
    }

    @Test func textsOpenOnlyForTheirPurpose() throws {
        let seal = secret.seal(app: "org.example.a")
        let other = secret.seal(app: "org.example.b")
        for count in 0..<70 {
            let bytes = Data((0..<count).map { UInt8($0) })
            let text = seal.text(bytes, for: "cursor")
            #expect(seal.open(text, for: "cursor") == bytes)
            #expect(seal.text(bytes, for: "cursor") == text)
            #expect(seal.open(text, for: "event") == nil)
            #expect(other.open(text, for: "cursor") == nil)
            #expect(text.utf8.count == ((count + 16) * 8 + 5) / 6)
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        }
        // Each change of a character is detected.
        let text = Array(seal.text(Data([1, 2, 3, 4]), for: "cursor"))
        for index in text.indices {
            for replacement in ["A", "b", "0", "-", "=", "é"] as [Character] where text[index] != replacement {
                var changed = text
                changed[index] = replacement
                #expect(seal.open(String(changed), for: "cursor") == nil)
            }
        }
        for text in ["", "A", "AAAA", "====", "812.units=3"] { #expect(seal.open(text, for: "cursor") == nil) }
    }
}
