// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source of records: two Apple devices, accessories, apps, or the person.
enum DemoSource: Sendable {
    case phone
    case watch
    case scale
    case cuff
    case glucoseMeter
    case cycleApp
    case mindApp
    case foodApp
    case toothbrush
    case manual

    /// The appearance of a source in an export.
    struct Look {
        var name: String
        var version: String?
        var device: String?
    }

    /// Returns a number that changes whenever the appearance of any source changes; an appearance applies to a whole epoch.
    static func epoch(_ day: Int, baseDays: Int) -> Int {
        day / 90 * 4 + (day * 2 >= baseDays ? 1 : 0) + (day * 10 >= baseDays * 6 ? 2 : 0)
    }

    /// Returns the appearance on a day.
    /// - Parameter pointer: The address of the device, which has no meaning and differs between exports.
    func look(_ day: Int, baseDays: Int, pointer: UInt64) -> Look {
        let release = day / 90
        let version = "\(14 + release / 4).\(release % 4 + 1)"
        let head = "<<HKDevice: 0x\(String(pointer & 0xF_FFFF_FFF0 | 0x2_8000_0000, radix: 16))>"
        switch self {
        case .phone:
            return Look(
                name: "Ana’s iPhone", version: version,
                device: head
                    + ", name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone13,2, software:\(version)>")
        case .watch:
            let isNew = day * 10 >= baseDays * 6
            let watchVersion = "\(7 + release / 4).\(release % 4 + 1)"
            return Look(
                name: day * 2 >= baseDays ? "Apple\u{A0}Watch von Ana" : "Ana’s Apple\u{A0}Watch",
                version: watchVersion,
                device: head + ", name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
                    + "hardware:\(isNew ? "Watch7,5" : "Watch6,7"), software:\(watchVersion)"
                    + (isNew ? ", creation date:2024-11-21 23:31:08 +0000>" : ">"))
        case .scale:
            return Look(
                name: "Scale & Co", version: "4.\(release / 2).1",
                device: head
                    + ", name:Body Scale, manufacturer:Scale & Co, model:S2, hardware:2, firmware:1761, software:4.1>")
        case .cuff:
            return Look(
                name: "Cuff <3", version: "2.0",
                device: head + ", name:BP \"Pro\", manufacturer:Cuff, model:C7, localIdentifier:81F2-09>")
        case .glucoseMeter: return Look(name: "Sugar 🍬 Log", version: "11", device: nil)
        case .cycleApp: return Look(name: "Zyklus\u{202F}App", version: "3.\(release)", device: nil)
        case .mindApp: return Look(name: "Calm Minutes", version: "20250101", device: nil)
        case .foodApp: return Look(name: "Lose More!", version: "15.1", device: nil)
        case .toothbrush: return Look(name: "BrushIt", version: nil, device: nil)
        case .manual: return Look(name: "Health", version: version, device: nil)
        }
    }
}
