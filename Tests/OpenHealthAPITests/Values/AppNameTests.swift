// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthAPI

@Suite("Names of apps") struct AppNameTests {
    private func fault(_ name: String) -> String? { AppName.fault(AppName.normalized(name)) }

    @Test(
        "Names in scripts in common use are valid",
        arguments: [
            "Steps", "Step Counter 2", "Schrittzähler", "Healthy Habits", "Saúde da Ana", "歩数計", "ヘルスメイト", "걸음 수",
            "计步器",
            "Шагомер", "Βήματα", "צעדים", "عداد الخطوات", "नींद", "ตัวนับก้าว", "Sleep 睡眠 メモ", "24/7 Fit",
            "Run & Ride (beta)", "Müsli+",
        ])
    func fine(name: String) {
        #expect(fault(name) == nil, "\(fault(name) ?? "")")
    }

    @Test("Names with any emoji are valid, and do not make a reserved name another one")
    func emoji() {
        let joined = ["⌚️", "❤️‍🔥", "👩🏽‍⚕️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪", "1️⃣", "#️⃣", "🅰️", "Ⓜ️", "ℹ️", "™️", "㊗️", "👨‍👩‍👧‍👦", "🧑🏿‍🤝‍🧑🏻"]
        let single = (UInt32(0x80)...0x1FFFF).compactMap(Unicode.Scalar.init).filter(\.properties.isEmoji).flatMap {
            ["\($0)", "\($0)\u{FE0F}"]
        }
        for emoji in joined + single {
            // Some emoji are letters of another script in their normalized form.
            let isPlain = AppName.normalized(emoji).unicodeScalars.allSatisfy { scalar in
                scalar.value < 0x80 || scalar.properties.isEmoji || !scalar.properties.isAlphabetic
            }
            if !isPlain { continue }
            #expect(fault("Steps \(emoji) 2") == nil, "\(emoji): \(fault("Steps \(emoji) 2") ?? "")")
        }
        for emoji in ["⌚️", "❤️‍🔥", "🩺"] { #expect(fault("\(emoji) Health") != nil) }
    }

    @Test(
        "Names that mix scripts, hide characters or have no letter are refused",
        arguments: [
            "", " ", "Steps ", " Steps", "Step  Counter", "!!!", "💪", "St\u{00AD}eps", "St\u{061C}eps", "St\u{3164}eps",
            "St\u{115F}eps", "St\u{FFA0}eps", "St\u{200B}eps", "St\u{2066}eps", "St\u{FE0F}eps", "St\u{E0001}eps",
            "St\u{2800}eps",
            "St\u{E000}eps", "St\u{FFFD}eps", "Stеps", "Ѕteps", "Sτeps", "\u{301}Steps",
            "S\u{301}\u{301}\u{301}\u{301}teps",
            "ꓢꓔꓰꓑꓢ", "ᏚᎢᎬᏢᏚ", "шагомер και", "Step\u{2028}s", "Step\u{0}s",
        ])
    func refused(name: String) {
        #expect(fault(name) != nil)
    }

    @Test(
        "Names that look like a reserved name are refused",
        arguments: [
            "Health", "health", "HEALTH", "H e a l t h", "Health.", "🩺 Health", "Heаlth", "Неаӏтһ", "Ηεαlτh", "Ｈｅａｌｔｈ",
            "𝐇𝐞𝐚𝐥𝐭𝐡",
            "Hea1th", "HeaIth", "Héälth", "Saude", "SAÚDE", "ヘルスケア", "へるすけあ", "へルスケア", "ﾍﾙｽｹｱ", "ヘルスヶア", "건강", "건 강",
            "Open Health Kit", "0penHea1thKit", "openhealthkit", "He@lth",
        ])
    func reserved(name: String) {
        #expect(fault(name) != nil)
        #expect(AppName.reserved.map(AppName.skeleton).contains(AppName.skeleton(name)))
    }

    @Test("Invisible characters are refused at every position, and every skeleton is its own skeleton")
    func everyCharacter() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let name = AppName.normalized("ab\(scalar)cd")
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint || properties.isBidiControl
                || [.control, .format, .privateUse, .unassigned].contains(properties.generalCategory)
            {
                #expect(AppName.fault(name) != nil, "U+\(String(value, radix: 16))")
            }
            let skeleton = AppName.skeleton(name)
            #expect(AppName.skeleton(skeleton) == skeleton, "U+\(String(value, radix: 16))")
            #expect(
                AppName.skeleton(name.uppercased()) == AppName.skeleton(name.uppercased().lowercased()) || value > 0x7f)
        }
    }
}
