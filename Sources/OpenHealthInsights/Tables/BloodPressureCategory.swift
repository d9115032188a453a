// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A table of blood-pressure categories.
///
/// A table describes averages of several measurements. It is not a diagnosis: guidelines require measurements on several occasions, and lower
/// bounds at home than in a practice.
public enum BloodPressureTable: String, Sendable, Hashable, CaseIterable {
    /// The guideline of the American College of Cardiology and the American Heart Association of 2017 (Whelton et al., "2017
    /// ACC/AHA/… Guideline for the Prevention, Detection, Evaluation, and Management of High Blood Pressure in Adults", Hypertension 71,
    /// 2018, table 6).
    case accAHA2017
    /// The guideline of the European Societies of Cardiology and of Hypertension of 2018 (Williams et al., "2018 ESC/ESH Guidelines for the
    /// management of arterial hypertension", European Heart Journal 39, 2018, table 3).
    case escESH2018

    /// The name of the guideline, such as "ACC/AHA 2017".
    public var name: String {
        switch self {
        case .accAHA2017: "ACC/AHA 2017"
        case .escESH2018: "ESC/ESH 2018"
        }
    }

    /// Returns the category of a blood pressure: the higher one of systolic and diastolic.
    /// - Parameters:
    ///   - systolic: in mmHg.
    ///   - diastolic: in mmHg.
    public func category(systolic: Double, diastolic: Double) -> BloodPressureCategory {
        switch self {
        case .accAHA2017:
            if systolic >= 140 || diastolic >= 90 { return .stage2 }
            if systolic >= 130 || diastolic >= 80 { return .stage1 }
            return systolic >= 120 ? .elevated : .normal
        case .escESH2018:
            if systolic >= 180 || diastolic >= 110 { return .grade3 }
            if systolic >= 160 || diastolic >= 100 { return .grade2 }
            if systolic >= 140, diastolic < 90 { return .isolatedSystolic }
            if systolic >= 140 || diastolic >= 90 { return .grade1 }
            if systolic >= 130 || diastolic >= 85 { return .highNormal }
            return systolic >= 120 || diastolic >= 80 ? .normal : .optimal
        }
    }
}

/// A category of a ``BloodPressureTable``.
public enum BloodPressureCategory: String, Sendable, Hashable, CaseIterable {
    /// ESC/ESH: below 120 and below 80 mmHg.
    case optimal
    /// ACC/AHA: below 120 and below 80 mmHg. ESC/ESH: 120–129 or 80–84 mmHg.
    case normal
    /// ACC/AHA: 120–129 and below 80 mmHg.
    case elevated
    /// ESC/ESH: 130–139 or 85–89 mmHg.
    case highNormal
    /// ACC/AHA: hypertension stage 1, 130–139 or 80–89 mmHg.
    case stage1
    /// ACC/AHA: hypertension stage 2, from 140 or from 90 mmHg.
    case stage2
    /// ESC/ESH: hypertension grade 1, 140–159 or 90–99 mmHg.
    case grade1
    /// ESC/ESH: hypertension grade 2, 160–179 or 100–109 mmHg.
    case grade2
    /// ESC/ESH: hypertension grade 3, from 180 or from 110 mmHg.
    case grade3
    /// ESC/ESH: isolated systolic hypertension, 140–159 and below 90 mmHg; from 160 mmHg, the grade is that of the systolic pressure.
    case isolatedSystolic
}
