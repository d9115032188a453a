// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel

/// The tables of the OMOP common data model 5.4 that exports fill, with the columns of its definition in their order.
enum OMOPTable: String {
    case person
    case observationPeriod = "observation_period"
    case measurement
    case observation
    case drugExposure = "drug_exposure"
    case deviceExposure = "device_exposure"
    case source = "cdm_source"

    /// The names of the columns.
    var columns: [String] {
        names.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private var names: String {
        switch self {
        case .person:
            """
            person_id gender_concept_id year_of_birth month_of_birth day_of_birth birth_datetime race_concept_id
            ethnicity_concept_id location_id provider_id care_site_id person_source_value gender_source_value
            gender_source_concept_id race_source_value race_source_concept_id ethnicity_source_value
            ethnicity_source_concept_id
            """
        case .observationPeriod:
            """
            observation_period_id person_id observation_period_start_date observation_period_end_date
            period_type_concept_id
            """
        case .measurement:
            """
            measurement_id person_id measurement_concept_id measurement_date measurement_datetime measurement_time
            measurement_type_concept_id operator_concept_id value_as_number value_as_concept_id unit_concept_id
            range_low range_high provider_id visit_occurrence_id visit_detail_id measurement_source_value
            measurement_source_concept_id unit_source_value unit_source_concept_id value_source_value
            measurement_event_id meas_event_field_concept_id
            """
        case .observation:
            """
            observation_id person_id observation_concept_id observation_date observation_datetime
            observation_type_concept_id value_as_number value_as_string value_as_concept_id qualifier_concept_id
            unit_concept_id provider_id visit_occurrence_id visit_detail_id observation_source_value
            observation_source_concept_id unit_source_value qualifier_source_value value_source_value
            observation_event_id obs_event_field_concept_id
            """
        case .drugExposure:
            """
            drug_exposure_id person_id drug_concept_id drug_exposure_start_date drug_exposure_start_datetime
            drug_exposure_end_date drug_exposure_end_datetime verbatim_end_date drug_type_concept_id stop_reason
            refills quantity days_supply sig route_concept_id lot_number provider_id visit_occurrence_id
            visit_detail_id drug_source_value drug_source_concept_id route_source_value dose_unit_source_value
            """
        case .deviceExposure:
            """
            device_exposure_id person_id device_concept_id device_exposure_start_date device_exposure_start_datetime
            device_exposure_end_date device_exposure_end_datetime device_type_concept_id unique_device_id
            production_id quantity provider_id visit_occurrence_id visit_detail_id device_source_value
            device_source_concept_id unit_concept_id unit_source_value unit_source_concept_id
            """
        case .source:
            """
            cdm_source_name cdm_source_abbreviation cdm_holder source_description source_documentation_reference
            cdm_etl_reference source_release_date cdm_release_date cdm_version cdm_version_concept_id
            vocabulary_version
            """
        }
    }

    /// Writes the table as CSV.
    func write(
        to output: any ExportOutput, _ encoder: TableEncoder,
        _ body: (([String: TableCell]) throws -> Void) throws -> Void
    ) throws {
        let columns = columns.map { TableColumn.text($0) }
        try output.file("\(rawValue).csv") { sink in
            var sink = sink
            var bytes = TableBytes()
            encoder.appendHeader(columns, to: &bytes)
            func flush() throws {
                try bytes.withBytes { try sink.write(UnsafeRawBufferPointer($0)) }
                bytes.removeAll()
            }
            try body { row in
                encoder.append(columns.map { row[$0.name] ?? .null }, columns, to: &bytes)
                if bytes.count > Self.bufferSize { try flush() }
            }
            try flush()
        }
    }

    private static let bufferSize = 1 << 18

    /// A text with at most as many characters as its column takes.
    static func text(_ text: String, limit: Int = 50) -> TableCell {
        // A character that ends texts in databases is not one that they take.
        let scalars = text.unicodeScalars.filter { $0.value != 0 }
        let part = String(String.UnicodeScalarView(scalars.prefix(limit)))
        // The encoder may add quotation marks, and to a shorter text no more of them.
        let added = SpreadsheetText.harmless(part).unicodeScalars.count - part.unicodeScalars.count
        return .text(String(String.UnicodeScalarView(scalars.prefix(min(part.unicodeScalars.count, limit - added)))))
    }
}
