// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The devices that recorded samples, and the times of their samples.
struct OMOPDevices {
    /// A device as the tables identify it.
    struct Device: Hashable {
        var name: String
        var identifier: String?
    }

    typealias Times = (first: Double, last: Double)

    private var origins: [Int64: (device: Device?, times: Times)] = [:]

    /// Notes the origin of a sample.
    mutating func note(_ sample: RawSample, of contents: StoreContents) throws {
        guard let known = origins[sample.provenance] else {
            let device = Self.device(try contents.origin(sample))
            origins[sample.provenance] = (device, (sample.start, max(sample.start, sample.end)))
            return
        }
        let times = known.times
        if sample.start < times.first || sample.end > times.last {
            origins[sample.provenance]?.times = (min(times.first, sample.start), max(times.last, sample.end))
        }
    }

    /// The devices in the order of their first samples. Samples without a device are left out.
    var all: [(device: Device, times: Times)] {
        var devices: [Device: Times] = [:]
        for case (let device?, let times) in origins.values {
            let known = devices[device] ?? times
            devices[device] = (min(known.first, times.first), max(known.last, times.last))
        }
        return devices.map { ($0.key, $0.value) }.sorted {
            ($0.times.first, $0.device.name, $0.device.identifier ?? "")
                < ($1.times.first, $1.device.name, $1.device.identifier ?? "")
        }
    }

    /// The device by its manufacturer, model and hardware, or else the machine of the source. The name that the person gave it is used only
    /// if there is nothing else.
    private static func device(_ origin: Origin) -> Device? {
        let device = origin.device
        let kind = [device?.manufacturer, device?.model, device?.hardware].compactMap(\.self).filter { !$0.isEmpty }
        let names = [kind.joined(separator: " "), origin.productType, device?.name].compactMap(\.self)
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        return Device(name: name, identifier: device?.udiDeviceIdentifier)
    }
}
