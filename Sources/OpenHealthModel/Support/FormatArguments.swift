// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// On Apple's systems every object is an argument of a format, because it is one of Objective-C's. Foundation on Linux accepts strings and
// numbers only; it asks other arguments for an object of its own.

/// A value that stands in a format such as `"%@"` with its description. Not part of Apple's API.
public protocol HKFormatArgument: CVarArg, _CVarArgObject {
    /// The text that stands for the value.
    var description: String { get }
}

extension HKFormatArgument {
    /// The description, as an object that Foundation formats.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The encoding of the description.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, HKFormatArgument {}
extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, HKFormatArgument {}
extension HKDeletedObject: HKFormatArgument {}
extension HKDevice: HKFormatArgument {}
extension HKObject: HKFormatArgument {}
extension HKObjectType: HKFormatArgument {}
extension HKQuantity: HKFormatArgument {}
extension HKQueryAnchor: HKFormatArgument {}
extension HKSource: HKFormatArgument {}
extension HKSourceRevision: HKFormatArgument {}
extension HKStatistics: HKFormatArgument {}
extension HKUnit: HKFormatArgument {}
