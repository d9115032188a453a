// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The device property key “firmware version”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyFirmwareVersion: String = "HKDevicePropertyKeyFirmwareVersion"

/// The device property key “hardware version”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyHardwareVersion: String = "HKDevicePropertyKeyHardwareVersion"

/// The device property key “local identifier”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyLocalIdentifier: String = "HKDevicePropertyKeyLocalIdentifier"

/// The device property key “manufacturer”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyManufacturer: String = "HKDevicePropertyKeyManufacturer"

/// The device property key “model”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyModel: String = "HKDevicePropertyKeyModel"

/// The device property key “name”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyName: String = "HKDevicePropertyKeyName"

/// The device property key “software version”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeySoftwareVersion: String = "HKDevicePropertyKeySoftwareVersion"

/// The device property key “UDI device identifier”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyUDIDeviceIdentifier: String = "HKDevicePropertyKeyUDIDeviceIdentifier"
