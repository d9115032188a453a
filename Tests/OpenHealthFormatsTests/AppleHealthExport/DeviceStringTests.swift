// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct DeviceStringTests {
    @Test func propertiesOfAWatchAreRead() {
        let facts = DeviceString.parse(
            "<<HKDevice: 0x28308c0f0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7, "
                + "firmware:1,2, software:10.1, localIdentifier:a:b, UDIDeviceIdentifier:u>")
        #expect(
            facts
                == DeviceData(
                    name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch6,7",
                    firmware: "1,2", software: "10.1", localIdentifier: "a:b", udiDeviceIdentifier: "u"))
    }

    @Test func valuesMayContainCommasAndAnglesAndColons() {
        let facts = DeviceString.parse(
            "<<HKDevice: 0x1>, name:Ann, Bob, and: Co <3>, model:a, b, manufacturer:X, Inc., software:>")
        #expect(facts.name == "Ann, Bob, and: Co <3>")
        #expect(facts.model == "a, b")
        #expect(facts.manufacturer == "X, Inc.")
        #expect(facts.software == "")
    }

    /// The identity of a source ignores unknown keys, so a key added by a new system must not become part of a known one.
    @Test func otherKeysAreKeptInOrder() {
        let facts = DeviceString.parse(
            "<<HKDevice: 0x1>, name:Watch, software:10.1, newKey2:7, creation date:2024-11-21 23:31:08 +0000, UDI-PI:x, y>"
        )
        #expect(facts.name == "Watch" && facts.software == "10.1")
        #expect(
            facts.other == [
                MetadataPair(key: "newKey2", value: "7"),
                MetadataPair(key: "creation date", value: "2024-11-21 23:31:08 +0000"),
                MetadataPair(key: "UDI-PI", value: "x, y"),
            ])
        #expect(
            DeviceString.parse("<<HKDevice: 0x1>, Some Key:7, name:Watch>")
                == DeviceData(name: "Watch", other: [MetadataPair(key: "Some Key", value: "7")]))
    }

    @Test func aDeviceWithoutProperties() {
        #expect(DeviceString.parse("<<HKDevice: 0x28308c0f0>>") == DeviceData())
        #expect(DeviceString.parse("<<HKDevice: 0x28308c0f0>") == DeviceData())
    }

    @Test(arguments: [
        "", "Watch", "<<HKDevice", "<<HKDevice: 0x1", "<<HKDevice: 0x1>, name:Watch", "<<HKDevice: 0x1> name:Watch>",
        "<<HKDevice: 0x1>, nothing>", "<<HKSource: 0x1>, name:a>",
    ])
    func otherTextBecomesTheName(text: String) {
        #expect(DeviceString.parse(text) == DeviceData(name: text))
    }

    /// The pointer changes from record to record; ignoring it must not lose other properties.
    @Test func provenancesDifferInAllPropertiesButThePointer() throws {
        let devices = [
            "&lt;&lt;HKDevice: 0x1&gt;, name:A&gt;", "&lt;&lt;HKDevice: 0x22&gt;, name:A&gt;",
            "<<HKDevice: 0x3>, name:A>",
            "&#60;&lt;HKDevice: 0x4&gt;, name:A&gt;", "&lt;&lt;HKDevice: 0x1&gt;, name:B&gt;",
            "&lt;&lt;HKDevice: 0x1&gt;&gt;", "&lt;&lt;HKDevice: 0x2&gt;&gt;", "&lt;&lt;HKDevice: 0x1",
            "&lt;&lt;HKDevice: 0x2",
            "&lt;&lt;HKDevice: x, name:A&gt;", "&lt;&lt;HKDevice: y, name:A&gt;", "", "&l",
        ]
        let body = devices.map { ExportText.steps("device=\"\($0)\"") }.joined() + ExportText.steps()
        let export = try ReadExport(ExportText.document(body), strict: true)
        let names = export.records.map(\.provenance.device)
        #expect(
            names == [
                DeviceData(name: "A"), DeviceData(name: "A"), DeviceData(name: "A"), DeviceData(name: "A"),
                DeviceData(name: "B"), DeviceData(), DeviceData(), DeviceData(name: "<<HKDevice: 0x1"),
                DeviceData(name: "<<HKDevice: 0x2"), DeviceData(name: "<<HKDevice: x, name:A>"),
                DeviceData(name: "<<HKDevice: y, name:A>"), DeviceData(name: ""), DeviceData(name: "&l"), nil,
            ])
        // Devices that differ only in the pointer share an entry.
        #expect(export.provenances.count == 12)
    }

    /// No property of a device is lost or changed in any combination of keys.
    @Test func everyCombinationOfKeysIsParsed() {
        let keys = [
            "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "creation date",
        ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let chosen = keys.shuffled(using: &random).prefix(random.below(keys.count + 1))
            let values = chosen.map { _ in ["x", "Watch6,7", "a, b", "", "1.0 (beta)", "<b>", "ü"][random.below(7)] }
            let text =
                "<<HKDevice: 0x\(random.below(1000))>"
                + zip(chosen, values).map { ", \($0):\($1)" }.joined() + ">"
            let facts = DeviceString.parse(text)
            let found = [
                "name": facts.name, "manufacturer": facts.manufacturer, "model": facts.model,
                "hardware": facts.hardware,
                "firmware": facts.firmware, "software": facts.software, "localIdentifier": facts.localIdentifier,
                "creation date": facts.other.first?.value,
            ].compactMapValues { $0 }
            #expect(found == Dictionary(uniqueKeysWithValues: zip(chosen, values)), "\(text)")
        }
    }
}
