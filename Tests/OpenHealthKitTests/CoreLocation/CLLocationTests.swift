// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@Suite struct CLLocationTests {
    private let full = CLLocation(
        coordinate: CLLocationCoordinate2DMake(52.5, 13.4), altitude: 34, horizontalAccuracy: 5, verticalAccuracy: 3,
        course: 90, courseAccuracy: 2, speed: 3.5, speedAccuracy: 0.5, timestamp: Date(timeIntervalSince1970: 1000),
        sourceInfo: CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false))

    @Test func missingValuesAreInvalid() {
        let place = CLLocation(latitude: 1, longitude: 2)
        #expect(place.coordinate.latitude == 1 && place.coordinate.longitude == 2)
        #expect(place.course < 0 && place.speed < 0 && place.verticalAccuracy < 0 && place.courseAccuracy < 0)
        #expect(place.floor == nil && place.sourceInformation == nil)
        #expect(place.ellipsoidalAltitude == place.altitude)
    }

    @Test func archivesKeepEveryProperty() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: full, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(back.coordinate.latitude == 52.5 && back.coordinate.longitude == 13.4)
        #expect(back.altitude == 34 && back.horizontalAccuracy == 5 && back.verticalAccuracy == 3)
        #expect(back.course == 90 && back.courseAccuracy == 2 && back.speed == 3.5 && back.speedAccuracy == 0.5)
        #expect(back.timestamp == full.timestamp)
        #expect(back.sourceInformation == full.sourceInformation)
        #expect(back.sourceInformation?.isSimulatedBySoftware == true)
    }

    @Test func copiesAreEqual() throws {
        #expect(full.copy() as? CLLocation === full)
    }

    @Test func distancesOnTheEllipsoid() {
        // Geoscience Australia's worked example of Vincenty's formula: Flinders Peak to Buninyong.
        let flinders = CLLocation(latitude: -37.951_033_417, longitude: 144.424_867_889)
        let buninyong = CLLocation(latitude: -37.652_821_139, longitude: 143.926_495_528)
        #expect(abs(flinders.distance(from: buninyong) - 54_972.271) < 0.01)
        #expect(flinders.distance(from: flinders) == 0)
        #expect(abs(buninyong.distance(from: flinders) - flinders.distance(from: buninyong)) < 1e-6)
    }

    @Test func distancesAlongLines() {
        func distance(_ first: (Double, Double), _ second: (Double, Double)) -> Double {
            CLLocation(latitude: first.0, longitude: first.1).distance(
                from: CLLocation(latitude: second.0, longitude: second.1))
        }
        // One degree of the equator, also across the date line, and a quarter of a meridian.
        #expect(abs(distance((0, 0), (0, 1)) - 111_319.491) < 0.01)
        #expect(abs(distance((0, 179.5), (0, -179.5)) - 111_319.491) < 0.01)
        #expect(abs(distance((0, 0), (90, 0)) - 10_001_965.729) < 0.01)
        // Nearly antipodal points, for which the formula does not converge, are half a circumference apart.
        #expect(abs(distance((0.3, 0), (-0.3, 179.9)) - 20_004_000) < 40_000)
    }

    @Test func coordinatesAreChecked() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: -90, longitude: 180)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90.1, longitude: 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 0, longitude: -180.1)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }
}
