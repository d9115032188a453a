// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKArchive {
    mutating func set(statistics: [HKQuantityType: HKStatistics], _ name: String) {
        set(objects: statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }, name)
    }

    func statistics(_ name: String) -> [HKQuantityType: HKStatistics]? {
        guard let list = objects(name, as: HKStatistics.self) else { return nil }
        return Dictionary(list.map { ($0.quantityType, $0) }) { first, _ in first }
    }

    mutating func set(zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]?, _ name: String) {
        guard let groups = zoneGroups?.values else { return }
        let order = groups.sorted {
            $0.configuration.quantityType.identifier < $1.configuration.quantityType.identifier
        }
        set(order.map(HKArchive.init(zoneGroup:)), name)
    }

    func zoneGroups(_ name: String) -> [HKQuantityType: HKWorkoutZoneGroup]? {
        guard let list = archives(name)?.compactMap(\.zoneGroup) else { return nil }
        return Dictionary(list.map { ($0.configuration.quantityType, $0) }) { first, _ in first }
    }

    private init(zoneGroup: HKWorkoutZoneGroup) {
        self.init()
        set(zoneGroup.configuration.quantityType, "type")
        set(zoneGroup.configuration.source.name, "source")
        set(zoneGroup.configuration.zones.map(HKArchive.init(zone:)), "zones")
        set(
            zoneGroup.zoneDurations.map { entry in
                var archive = HKArchive(zone: entry.zone)
                archive.set(entry.duration, "duration")
                return archive
            }, "durations")
    }

    private init(zone: HKWorkoutZone) {
        self.init()
        set(zone.index, "index")
        set(zone.minimum, "minimum")
        set(zone.maximum, "maximum")
    }

    private var zone: HKWorkoutZone? {
        integer("index").map {
            HKWorkoutZone(index: $0, minimum: quantity("minimum"), maximum: quantity("maximum"))
        }
    }

    private var zoneGroup: HKWorkoutZoneGroup? {
        guard let type = type("type", as: HKQuantityType.self),
            let source = string("source").flatMap(HKWorkoutZoneConfiguration.Source.init(name:)),
            let zones = archives("zones")?.compactMap(\.zone), let durations = archives("durations")
        else { return nil }
        return HKWorkoutZoneGroup(
            configuration: HKWorkoutZoneConfiguration(source: source, quantityType: type, zones: zones),
            zoneDurations: durations.compactMap { entry in
                guard let zone = entry.zone, let duration = entry.double("duration") else { return nil }
                return HKWorkoutZoneDuration(zone: zone, duration: duration)
            })
    }
}
