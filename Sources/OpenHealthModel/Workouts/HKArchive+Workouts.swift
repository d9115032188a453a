// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKArchive {
    static func list(of statistics: [HKQuantityType: HKStatistics]) -> [HKStatistics] {
        statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }
    }

    func statistics(_ name: String) -> [HKQuantityType: HKStatistics]? {
        guard let list = objects(name, as: HKStatistics.self) else { return nil }
        return Dictionary(list.map { ($0.quantityType, $0) }) { first, _ in first }
    }

    static func list(of zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]) -> [HKArchive] {
        let groups = zoneGroups.values.sorted {
            $0.configuration.quantityType.identifier < $1.configuration.quantityType.identifier
        }
        return groups.map(HKArchive.init(zoneGroup:))
    }

    func zoneGroups(_ name: String) -> [HKQuantityType: HKWorkoutZoneGroup]? {
        guard let list = archives(name)?.compactMap(\.zoneGroup) else { return nil }
        return Dictionary(list.map { ($0.configuration.quantityType, $0) }) { first, _ in first }
    }

    private init(zoneGroup: HKWorkoutZoneGroup) {
        let configuration = zoneGroup.configuration
        self = [
            "type": configuration.quantityType, "source": configuration.source.name,
            "zones": configuration.zones.map(HKArchive.init(zone:)),
            "durations": zoneGroup.zoneDurations.map { entry in
                var archive = HKArchive(zone: entry.zone)
                archive.set(entry.duration, "duration")
                return archive
            },
        ]
    }

    private init(zone: HKWorkoutZone) {
        self = ["index": zone.index, "minimum": zone.minimum, "maximum": zone.maximum]
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
