// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A part of the content of a store that a format can or cannot hold.
package enum ExportKind: String, Sendable, CaseIterable {
    case quantities
    case categories
    case unknownTypes
    case metadata
    case correlations
    case workouts
    case workoutCopies
    case workoutActivities
    case workoutEvents
    case workoutStatistics
    case workoutZones
    case workoutSamples
    case routes
    case routePoints
    case electrocardiograms
    case voltages
    case heartbeats
    case activitySummaries
    case clinicalRecords
    case audiograms
    case visionPrescriptions
    case characteristics
    case heartbeatSeries
    case quantitySeries
    case statesOfMind
    case scoredAssessments
    case medications
    case medicationDoses
    case documents
    case attachments
    case effortRelations
    case electrocardiogramSymptoms
    case effortDecisions
    case nightscoutDocuments
    case aggregates
    case unknownElements
    case unknownAttributes
    case uuids
    case bundleIdentifiers
    case systemVersions
    case fractionsOfSeconds
    case datesBeyondCalendar
    case valuesBeyondRange
    case typedMetadata
    case valueDetails
    case controlCharacters
    case pointAccuracies
    case routesWithoutWorkout
    case electrocardiogramDetails
    case prescriptionSources

    /// The name for people.
    package var title: String {
        switch self {
        case .quantities: "quantities"
        case .categories: "categories"
        case .unknownTypes: "samples of unknown types"
        case .metadata: "metadata"
        case .correlations: "correlations"
        case .workouts: "workouts"
        case .workoutCopies: "copies of workouts"
        case .workoutActivities: "workout activities"
        case .workoutEvents: "workout events"
        case .workoutStatistics: "workout statistics"
        case .workoutZones: "workout zones"
        case .workoutSamples: "samples in workouts"
        case .routes: "routes"
        case .routePoints: "route points"
        case .electrocardiograms: "ECGs"
        case .voltages: "ECG voltages"
        case .heartbeats: "heartbeat lists"
        case .activitySummaries: "activity summaries"
        case .clinicalRecords: "clinical records"
        case .audiograms: "audiograms"
        case .visionPrescriptions: "vision prescriptions"
        case .characteristics: "characteristics"
        case .heartbeatSeries: "heartbeat series"
        case .quantitySeries: "readings of quantity series"
        case .statesOfMind: "states of mind"
        case .scoredAssessments: "assessments"
        case .medications: "medications"
        case .medicationDoses: "medication doses"
        case .documents: "documents"
        case .attachments: "attachments"
        case .effortRelations: "relations of efforts to workouts"
        case .electrocardiogramSymptoms: "relations of symptoms to ECGs"
        case .effortDecisions: "decisions which workouts are one effort"
        case .nightscoutDocuments: "documents of Nightscout without samples"
        case .aggregates: "pushed figures of hours and days"
        case .unknownElements: "unknown elements"
        case .unknownAttributes: "unknown attributes"
        case .uuids: "UUIDs"
        case .bundleIdentifiers: "bundle identifiers"
        case .systemVersions: "machines and system versions"
        case .fractionsOfSeconds: "fractions of seconds"
        case .datesBeyondCalendar: "dates outside the range of the format"
        case .valuesBeyondRange: "values outside the range of the format"
        case .typedMetadata: "kinds of metadata values"
        case .valueDetails: "minimum, maximum and latest values"
        case .controlCharacters: "characters that XML excludes"
        case .pointAccuracies: "accuracies of courses and speeds"
        case .routesWithoutWorkout: "routes without a workout"
        case .electrocardiogramDetails: "sources, heart rates and symptoms of ECGs"
        case .prescriptionSources: "sources of vision prescriptions"
        }
    }
}

/// The amount of a kind of data that a format can represent.
package enum ExportSupport: String, Sendable {
    /// All of it.
    case full = "yes"
    /// Some of it; the guide has the details.
    case part = "in part"
    /// Nothing.
    case none = "no"
}

/// The kinds of data that a format can represent. It omits all others.
package struct ExportedKinds: Sendable {
    /// The kinds that the format represents completely.
    var full: Set<ExportKind> = []
    /// The kinds that the format represents in part.
    var part: Set<ExportKind> = []

    /// The amount of a kind that the format represents.
    subscript(kind: ExportKind) -> ExportSupport { full.contains(kind) ? .full : part.contains(kind) ? .part : .none }
}
