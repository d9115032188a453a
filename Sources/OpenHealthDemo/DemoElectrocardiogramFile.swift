// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthTestBasics

/// An electrocardiogram of half a minute with 512 measurements per second.
struct DemoElectrocardiogramFile {
    static let sampleRate = 512
    static let voltageCount = 512 * 30

    let plan: DemoPlan
    let day: Int

    var path: String { "electrocardiograms/ecg_\(plan.calendar.dateText(day)).csv" }

    private var start: Int64 { plan.calendar.midnight(day) + 72_000 + Int64(day % 600) }

    /// The waves of a beat: position, width, and amplitude in microvolts.
    private static let waves: [(Double, Double, Double)] = [
        (0.18, 0.025, 110), (0.26, 0.009, -90), (0.28, 0.011, 950), (0.305, 0.010, -210), (0.48, 0.045, 260),
    ]

    private static let beat: [Double] = (0..<sampleRate).map { index in
        let position = Double(index) / Double(sampleRate)
        return waves.reduce(0) { sum, wave in
            let distance = (position - wave.0) / wave.1
            return sum + wave.2 * exp(-distance * distance / 2)
        }
    }

    var bytes: [UInt8] {
        var generator = SeededGenerator(seed: plan.seed, stream: 3009, index: UInt64(day))
        var bytes = Array(header(verdict: generator.below(4)).utf8)
        bytes.reserveCapacity(Self.voltageCount * 9)
        let separator = plan.options.language.decimalSeparator
        var position = 0.0
        for index in 0..<Self.voltageCount {
            let wander = 40 * Self.beat[index / 30 % Self.sampleRate] / 950
            let voltage = Self.beat[Int(position) % Self.sampleRate] + wander + generator.number(-9, 9)
            DemoText.append(voltage, decimals: 3, separator: separator, to: &bytes)
            bytes.append(0x0A)
            position += 1.12
        }
        return bytes
    }

    private func header(verdict: Int) -> String {
        let look = plan.look(.watch, day, purpose: 905)
        let hardware = look.device?.contains("Watch7,5") == true ? "Watch7,5" : "Watch6,7"
        let offset = plan.options.exportOffset
        let local = start + Int64(offset)
        let minutes = Int(offset.magnitude / 60)
        let instant = DemoRouteFile.instant(local)
        let date =
            "\(instant.prefix(10)) \(instant.dropFirst(11).prefix(8)) \(offset < 0 ? "-" : "+")"
            + DemoCalendar.pad(minutes / 60) + DemoCalendar.pad(minutes % 60)
        if plan.options.language == .german {
            let verdicts = ["Sinusrhythmus", "Sinusrhythmus", "Vorhofflimmern", "Nicht eindeutig"]
            return """
                Name
                Geburtstag,"28.02.1990"
                Aufzeichnungsdatum,\(date)
                Klassifizierung,\(verdicts[verdict])
                Symptome,Ohne
                Softwareversion,2.0
                Gerät,"\(hardware)"
                Messrate,512 Hertz


                Ableitung,Ableitung I
                Einheit,\u{B5}V


                """
        }
        let verdicts = ["Sinus Rhythm", "Sinus Rhythm", "Atrial Fibrillation", "Inconclusive"]
        return """
            Name,
            Date of Birth,"Feb 28, 1990"
            Recorded Date,\(date)
            Classification,\(verdicts[verdict])
            Symptoms,
            Software Version,2.0
            Device,"\(hardware)"
            Sample Rate,512 hertz


            Lead,Lead I
            Unit,\u{B5}V


            """
    }
}
