// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { find } from "./dom.js";
import { enhance } from "./permission-table.js";

enhance(find("table.permissions"));
