// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CLLocation {
    /// Returns the distance to another location on the WGS 84 ellipsoid in metres, ignoring altitudes.
    ///
    /// The distance is computed with Vincenty's inverse formula, which is accurate to a millimetre. For nearly antipodal points,
    /// for which it does not converge, the haversine formula on a sphere of 6,371,008.8 metres is used, with an error of at most
    /// half a percent.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        Geodesic.distance(coordinate, location.coordinate)
    }
}

/// Distances on the Earth.
enum Geodesic {
    private static let equatorial = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    private static let meanRadius = 6_371_008.8

    static func distance(_ first: CLLocationCoordinate2D, _ second: CLLocationCoordinate2D) -> Double {
        if first.latitude == second.latitude && first.longitude == second.longitude { return 0 }
        return vincenty(first, second) ?? haversine(first, second)
    }

    /// Returns the distance according to T. Vincenty, Direct and Inverse Solutions of Geodesics on the Ellipsoid, Survey Review
    /// 176
    /// (1975); `nil` if it does not converge.
    static func vincenty(_ first: CLLocationCoordinate2D, _ second: CLLocationCoordinate2D) -> Double? {
        let polar = equatorial * (1 - flattening)
        let difference = radians(second.longitude - first.longitude).remainder(dividingBy: 2 * .pi)
        let (sinU1, cosU1) = reduced(first.latitude)
        let (sinU2, cosU2) = reduced(second.latitude)
        var lambda = difference
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let sinSigma = hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda)
            if sinSigma == 0 { return 0 }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            // On the equator the term is zero.
            let cos2SigmaM = cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSquaredAlpha
            let c = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
            let previous = lambda
            let inner = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
            lambda = difference + (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * inner)
            guard lambda.magnitude <= .pi else { return nil }
            guard (lambda - previous).magnitude < 1e-12 else { continue }
            let uSquared = cosSquaredAlpha * (equatorial * equatorial - polar * polar) / (polar * polar)
            let a = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
            let b = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
            let first = cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
            let second = b / 6 * cos2SigmaM * (4 * sinSigma * sinSigma - 3) * (4 * cos2SigmaM * cos2SigmaM - 3)
            let correction = b * sinSigma * (cos2SigmaM + b / 4 * (first - second))
            return polar * a * (sigma - correction)
        }
        return nil
    }

    static func haversine(_ first: CLLocationCoordinate2D, _ second: CLLocationCoordinate2D) -> Double {
        let (phi1, phi2) = (radians(first.latitude), radians(second.latitude))
        let halfPhi = sin((phi2 - phi1) / 2)
        let halfLambda = sin(radians(second.longitude - first.longitude) / 2)
        let square = halfPhi * halfPhi + cos(phi1) * cos(phi2) * halfLambda * halfLambda
        return 2 * meanRadius * asin(min(1, square.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static func reduced(_ latitude: Double) -> (sine: Double, cosine: Double) {
        let angle = atan((1 - flattening) * tan(radians(latitude)))
        return (sin(angle), cos(angle))
    }
}
