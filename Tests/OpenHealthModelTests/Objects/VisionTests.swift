// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct VisionTests {
    private func prism(_ amount: Double, _ angle: Double, _ eye: HKVisionEye) -> HKVisionPrism {
        HKVisionPrism(
            amount: HealthModelTestSamples.quantity(amount, "pD"), angle: HealthModelTestSamples.quantity(angle, "deg"),
            eye: eye)
    }

    @Test func directionsOfPrisms() {
        let cases: [(Double, HKVisionEye, HKPrismBase, HKPrismBase)] = [
            (0, .right, .none, .in), (90, .right, .up, .none), (180, .right, .none, .out), (270, .right, .down, .none),
            (0, .left, .none, .out), (90, .left, .up, .none), (180, .left, .none, .in), (270, .left, .down, .none),
            (45, .right, .up, .in), (225, .left, .down, .in),
        ]
        for (angle, eye, vertical, horizontal) in cases {
            let prism = prism(2, angle, eye)
            #expect(prism.verticalBase == vertical)
            #expect(prism.horizontalBase == horizontal)
        }
    }

    @Test func bothFormsAgree() throws {
        for eye in [HKVisionEye.left, .right] {
            for angle in stride(from: 0.0, to: 360, by: 7.5) {
                let one = prism(3, angle, eye)
                let other = try HKVisionPrism.validated(
                    verticalAmount: one.verticalAmount, verticalBase: one.verticalBase,
                    horizontalAmount: one.horizontalAmount, horizontalBase: one.horizontalBase, eye: eye)
                #expect(abs(other.amount.doubleValue(for: .prismDiopter()) - 3) < 1e-9)
                #expect(abs(other.angle.doubleValue(for: .degreeAngle()) - angle) < 1e-9)
            }
        }
        let none = HKVisionPrism(
            verticalAmount: HealthModelTestSamples.quantity(0, "pD"), verticalBase: .none,
            horizontalAmount: HealthModelTestSamples.quantity(0, "pD"), horizontalBase: .none, eye: .left)
        #expect(none.angle.doubleValue(for: .degreeAngle()) == 0)
    }

    @Test func refusesOtherUnits() throws {
        let metre = HealthModelTestSamples.quantity(1, "m")
        let diopter = HealthModelTestSamples.quantity(1, "D")
        let prismDiopter = HealthModelTestSamples.quantity(1, "pD")
        let refused: [() throws -> Void] = [
            { _ = try HKVisionPrism.validated(amount: diopter, angle: metre, eye: .left) },
            { _ = try HKVisionPrism.validated(amount: prismDiopter, angle: metre, eye: .left) },
            {
                _ = try HKVisionPrism.validated(
                    verticalAmount: prismDiopter, verticalBase: .in, horizontalAmount: prismDiopter,
                    horizontalBase: .in, eye: .left)
            },
            { _ = try HKGlassesLensSpecification.validated(sphere: metre) },
            { _ = try HKGlassesLensSpecification.validated(sphere: diopter, cylinder: metre) },
            { _ = try HKGlassesLensSpecification.validated(sphere: diopter, axis: metre) },
            { _ = try HKGlassesLensSpecification.validated(sphere: diopter, addPower: metre) },
            { _ = try HKGlassesLensSpecification.validated(sphere: diopter, vertexDistance: diopter) },
            { _ = try HKGlassesLensSpecification.validated(sphere: diopter, farPupillaryDistance: diopter) },
            { _ = try HKGlassesLensSpecification.validated(sphere: diopter, nearPupillaryDistance: diopter) },
            { _ = try HKContactsLensSpecification.validated(sphere: metre) },
            { _ = try HKContactsLensSpecification.validated(sphere: diopter, baseCurve: diopter) },
            { _ = try HKContactsLensSpecification.validated(sphere: diopter, diameter: diopter) },
        ]
        for make in refused { #expect(throws: HKObjectValidationError.self) { try make() } }
        _ = try HKGlassesLensSpecification.validated(sphere: diopter)
        _ = try HKContactsLensSpecification.validated(sphere: diopter)
    }

    @Test func prescriptions() throws {
        let (issued, expires) = (HealthModelTestSamples.start, HealthModelTestSamples.end)
        let plain = HKVisionPrescription(
            type: .glasses, dateIssued: issued, expirationDate: nil, device: nil, metadata: nil)
        #expect(plain.startDate == issued && plain.endDate == issued)
        let glasses = HKGlassesPrescription(
            rightEyeSpecification: HealthModelTestSamples.glasses, leftEyeSpecification: nil, dateIssued: issued,
            expirationDate: expires, device: nil, metadata: nil)
        #expect(glasses.prescriptionType == .glasses)
        #expect(glasses.rightEye == HealthModelTestSamples.glasses && glasses.leftEye == nil)
        #expect(glasses.endDate == expires)
        let contacts = try HKContactsPrescription.validated(
            rightEyeSpecification: nil, leftEyeSpecification: HealthModelTestSamples.contacts, brand: "B",
            dateIssued: issued)
        #expect(contacts.prescriptionType == .contacts && contacts.brand == "B")
        #expect(throws: HKObjectValidationError.self) {
            try HKVisionPrescription.validated(type: .glasses, dateIssued: expires, expirationDate: issued)
        }
        #expect(throws: HKObjectValidationError.self) {
            try HKGlassesPrescription.validated(
                rightEyeSpecification: nil, leftEyeSpecification: nil, dateIssued: expires, expirationDate: issued)
        }
    }

    @Test func otherUnitsStopTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKVisionPrism(
                amount: HKQuantity(unit: .meter(), doubleValue: 1),
                angle: HKQuantity(unit: .degreeAngle(), doubleValue: 1),
                eye: .left)
        }
        await #expect(processExitsWith: .failure) {
            _ = HKGlassesLensSpecification(
                sphere: HKQuantity(unit: .meter(), doubleValue: 1), cylinder: nil, axis: nil, addPower: nil,
                vertexDistance: nil, prism: nil, farPupillaryDistance: nil, nearPupillaryDistance: nil)
        }
        await #expect(processExitsWith: .failure) {
            _ = HKContactsLensSpecification(
                sphere: HKQuantity(unit: .meter(), doubleValue: 1), cylinder: nil, axis: nil, addPower: nil,
                baseCurve: nil, diameter: nil)
        }
    }

    @Test func reversedPrescriptionStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKVisionPrescription(
                type: .glasses, dateIssued: Date(), expirationDate: .distantPast, device: nil, metadata: nil)
        }
    }
}
