// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthPages

/// Tests of the contrast between chart colours and cards, by the formula of WCAG 2.
@Suite struct ChartContrastTests {
    /// Returns the variables of the style sheets for light and dark screens.
    private static func variables() throws -> (light: [String: String], dark: [String: String]) {
        let folder = try WebFolder.find().appending(path: "style")
        var (light, dark): ([String: String], [String: String]) = ([:], [:])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            // The rules for printing are at the end of a file.
            let whole = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let text = whole.firstRange(of: "@media print").map { String(whole[..<$0.lowerBound]) } ?? whole
            for block in text.matches(of: /:root \{([^}]*)\}/) {
                for pair in block.output.1.matches(of: /(--[\w-]+): ([^;]+);/) {
                    let (key, value) = (String(pair.output.1), String(pair.output.2))
                    if name == "dark.css" { dark[key] = value } else { light[key] = value }
                }
            }
        }
        return (light, light.merging(dark) { $1 })
    }

    /// Returns the components of a colour such as `#c2185b`, from 0 to 1.
    private static func parts(_ colour: String) throws -> [Double] {
        let number = try #require(UInt32(colour.dropFirst(), radix: 16), "\(colour)")
        try #require(colour.count == 7, "\(colour)")
        return [16, 8, 0].map { Double((number >> $0) & 0xff) / 255 }
    }

    private static func luminance(_ parts: [Double]) -> Double {
        let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    private static func contrast(_ colour: String, _ alpha: Double, on card: String) throws -> Double {
        let below = try parts(card)
        let mixed = zip(try parts(colour), below).map { $0 * alpha + $1 * (1 - alpha) }
        let (first, second) = (luminance(mixed), luminance(below))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns the variables that scripts use as colours of charts.
    private static func names() throws -> Set<String> {
        let folder = try WebFolder.find().appending(path: "scripts")
        let used = try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: Set<String>()) {
            names, file in
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            names.formUnion(text.matches(of: /"(--[\w-]+)"/).map { String($0.output.1) })
        }
        return used.subtracting(["--card", "--dim", "--line", "--quiet", "--text"])
    }

    @Test func blackOnWhiteHasTheHighestContrast() throws {
        #expect(abs(try Self.contrast("#000000", 1, on: "#ffffff") - 21) < 1e-9)
        #expect(abs(try Self.contrast("#000000", 0, on: "#ffffff") - 1) < 1e-9)
    }

    @Test func everyColourOfChartsStandsOutFromTheCard() throws {
        let names = try Self.names()
        #expect(names.isSuperset(of: ["--steps", "--heart", "--sleep-bed", "--sleep-deep", "--gain", "--other"]))
        let (light, dark) = try Self.variables()
        for (scheme, variables) in [("light", light), ("dark", dark)] {
            let card = try #require(variables["--card"])
            let dim = try #require(variables["--dim"].flatMap(Double.init))
            for name in names.sorted() {
                let colour = try #require(variables[name], "\(name)")
                for alpha in [1, dim] {
                    let contrast = try Self.contrast(colour, alpha, on: card)
                    #expect(contrast >= 3, "\(scheme) \(name) \(colour) at \(alpha): \(contrast)")
                }
            }
        }
        #expect(light["--card"] != dark["--card"])
    }
}
