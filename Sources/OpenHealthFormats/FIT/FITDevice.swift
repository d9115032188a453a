// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The device or program that wrote a FIT file.
struct FITDevice {
    private var manufacturer: Int64?
    private var product: Int64?
    private var productName: String?
    private var software: Int64?
    private var creator: Int64?
    private var fileType: Int64?
    private var serial: Int64?

    /// Whether the file has an identity.
    private(set) var isKnown = false

    /// Whether the file is an activity, unlike a course, whose records are a plan.
    var isActivity: Bool { fileType == nil || fileType == 4 }

    /// Whether the file is a course.
    var isCourse: Bool { fileType == 6 }

    mutating func takeFileID(_ message: FITMessage) {
        isKnown = true
        fileType = message.integer(of: 0)
        manufacturer = message.integer(of: 1)
        product = message.integer(of: 2)
        serial = message.integer(of: 3)
        productName = message.field(8).flatMap { message.text($0) }.map { $0.limited(to: 100) }
    }

    /// Takes the version of the software: that of the file's creator, or that of the device with the index of the creator.
    mutating func takeSoftware(_ message: FITMessage, isCreator: Bool) {
        if isCreator {
            creator = message.integer(of: 0) ?? creator
        } else if message.integer(of: 0) == 0 {
            software = message.integer(of: 5) ?? software
            if productName == nil {
                productName = message.field(27).flatMap { message.text($0) }.map { $0.limited(to: 100) }
            }
        }
    }

    /// The origin of the samples of the file.
    var source: ProvenanceData {
        let maker = manufacturer.flatMap { Self.manufacturers[$0] }
        let name = productName ?? maker ?? "FIT file"
        let version = (creator ?? software).flatMap { $0 > 0 ? $0 : nil }.map {
            "\($0 / 100).\(($0 % 100) / 10)\($0 % 10)"
        }
        var source = ProvenanceData(sourceName: name, sourceVersion: version)
        if maker != nil || productName != nil || product != nil {
            source.device = DeviceData(
                name: productName, manufacturer: maker, model: productName ?? product.map { "\($0)" },
                software: version)
        }
        return source
    }

    /// The origin of the counts of days. Each device counts for itself, so that it is named by its serial number, or else by its product.
    var sourceOfCounts: ProvenanceData {
        var source = source
        let number = (serial ?? product).flatMap { $0 > 0 ? "\($0)" : nil }
        if number != nil { source.device = source.device ?? DeviceData() }
        source.device?.localIdentifier = number
        return source
    }

    /// The origin of figures of days and nights. Those of Garmin have the source of the export of the account, so that they count once. The product
    /// tells which of two different figures counts.
    var sourceOfFigures: ProvenanceData {
        guard manufacturer.flatMap({ Self.manufacturers[$0] }) == KnownReadings.maker else { return source }
        var figures = GarminAccount.source
        figures.productType = productName ?? product.map { "Garmin \($0)" } ?? "Garmin"
        return figures
    }

    /// The manufacturers by their numbers. Devices of others have the name of their product, or none.
    private static let manufacturers: [Int64: String] = [
        1: "Garmin", 13: "Garmin", 15: "Garmin", 23: "Suunto", 32: "Wahoo", 41: "Shimano", 70: "Sigma", 89: "Tacx",
        107: "Magene", 118: "WaterRower", 123: "Polar", 258: "Lezyne", 260: "Zwift", 263: "Favero", 265: "Strava",
        267: "Bryton", 268: "SRAM", 282: "Wahoo SYSTM", 289: "Hammerhead", 294: "COROS", 309: "FORM",
        310: "Decathlon", 331: "MyWhoosh", 337: "Runna",
    ]
}
