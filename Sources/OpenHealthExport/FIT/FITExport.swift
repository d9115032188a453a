// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The workouts as FIT activity files.
struct FITExport: ExportFormat {
    let name = "fit"
    let summary = "FIT activity files of workouts, with routes and heart rates"
    let stream = ExportStreamForm.none("a file for each workout")
    let kinds = ExportedKinds(
        part: [.workouts, .workoutEvents, .workoutStatistics, .routes, .routePoints, .quantities])

    func write(_ context: ExportContext) throws {
        var names: [String: Int] = [:]
        var routes: Set<Int64> = []
        // Routes are in the files of their workouts, which are written first.
        for type in context.contents.types.sorted(by: { ($0.kind != .workout ? 1 : 0) < ($1.kind != .workout ? 1 : 0) })
        {
            switch type.identifier {
            case HKWorkoutTypeIdentifier:
                try context.contents.forEach(type) { workout in
                    try context.advance()
                    if try context.omitsCopy(workout) { return }
                    try write(workout, &names, &routes, context)
                }
            case HKWorkoutRouteTypeIdentifier:
                try context.contents.forEach(type) { route in
                    if routes.contains(route.id) {
                        context.receipt.count(type: type.identifier, .routes)
                    } else {
                        context.receipt.omit(try context.contents.hasWorkout(route) ? .routes : .routesWithoutWorkout)
                    }
                }
            default: try context.omit(type)
            }
        }
        try context.omitOthers()
    }

    private func write(
        _ sample: RawSample, _ names: inout [String: Int], _ routes: inout Set<Int64>, _ context: ExportContext
    ) throws {
        guard FITNumber.dates.contains(sample.start), FITNumber.dates.contains(sample.end) else {
            return context.receipt.omit(.datesBeyondCalendar)
        }
        let workout = try FITWorkout(context, sample)
        routes.formUnion(workout.routes)
        let name = String(GPXTrack.time(sample.start).prefix(19)).replacing(":", with: "") + "Z"
        let count = names[name, default: 0]
        names[name] = count + 1
        try context.output.file("workouts/\(name)\(count == 0 ? "" : "_\(count)").fit", bytes: workout.file.bytes)
        context.receipt.count(type: HKWorkoutTypeIdentifier, .workouts)
        if sample.metadata >= 0 {
            context.receipt.omit(.metadata, times: try context.contents.metadata(sample).count)
        }
    }
}
