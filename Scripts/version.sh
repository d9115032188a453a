#!/bin/sh
# Prints the version of the project, which Sources/health/HealthVersion.swift states.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/.*static let current = "\(.*\)".*/\1/p' Sources/health/HealthVersion.swift
