# The commands for contributors and build machines. "make help" lists those for every day; CONTRIBUTING.md has the others.

PARTS ?= import statistics interface streams server web cohorts
SIZES ?= 100000 1000000
SECONDS_EACH ?= 60

.PHONY: help setup build run test build-cohorts test-swift test-fast test-cohorts test-guides check-parquet check-exports check-age check-proxies check-server test-web screenshot deb test-deb test-container test-reproducible tarball test-tarball check format generate api interface docs examples bench fuzz plant-faults clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' Makefile

setup: ## install what the build and the tests need and this machine lacks
	@Scripts/setup.sh

build: setup ## build the tool in release mode
	swift build -c release --product health

build-cohorts: setup # build the tool of cohorts in release mode: .build/release/health-cohort
	@Scripts/build-cohorts.sh

run: ## build, make a demo export, import it, print answers, serve it with its web app
	@Scripts/setup.sh libjs-chart.js
	@Scripts/run-demo.sh

test: setup ## build and run all tests, those of cohorts included; TESTS=part runs a part of those in the browser and of the checks
	@Scripts/test-all.sh

test-swift: setup # build and run the tests in Swift
	@Scripts/test.sh

test-fast: setup ## build, and run the tests of the model, statistics, formats, store and API
	@TESTS=fast Scripts/test.sh --filter 'OpenHealth(Model|Statistics|Formats|Store|Export|API)Tests'

test-cohorts: setup # build and run the tests and examples of Cohorts; installs ClickHouse, ZooKeeper and Java
	@Cohorts/Scripts/test.sh

test-guides: # run the commands of the guides in Documentation
	@Scripts/setup.sh curl python3 nodejs
	@Scripts/test-guides.sh

check-parquet: setup # read Parquet files with pyarrow, DuckDB and polars
	@Scripts/setup.sh python3 python3-venv
	@Scripts/check-parquet.sh

check-exports: setup # validate exported files with fhir.resources and gpxpy
	@Scripts/setup.sh python3 python3-venv
	@Scripts/check-exports.sh

check-age: setup # decrypt a backup with the program age, and restore one of it
	@Scripts/setup.sh python3 age
	@Scripts/check-age.sh

check-proxies: # check the server behind nginx and Caddy, with packaging/proxy
	@Scripts/setup.sh python3 curl openssl zip nginx-light caddy
	@Scripts/check-proxies.sh

check-server: # check the server from outside: its document, FHIR, and every route with made-up requests
	@Scripts/setup.sh python3 python3-venv curl default-jre-headless nodejs node-typescript
	@Scripts/check-server.sh

test-web: setup ## test the web app in Chromium; pictures of every step are in .build/web/pictures
	@Scripts/test-web.sh

screenshot: setup # make the picture of the dashboard in Documentation again
	@Scripts/screenshot.sh

deb: # build dist/openhealthkit_VERSION_ARCH.deb and dist/openhealthkit-cohort_VERSION_ARCH.deb
	@Scripts/setup.sh dpkg-dev lintian man-db
	@packaging/build-deb.sh

test-deb: # install the packages on a bare Debian in a folder, use them, remove them (needs root)
	@Scripts/setup.sh debootstrap curl
	@packaging/test-deb.sh

test-container: # build the container from the package, run it read-only and behind a proxy with TLS (needs podman)
	@Scripts/setup.sh podman podman-compose netavark aardvark-dns debootstrap curl
	@packaging/test-container.sh

test-reproducible: # build the packages again from another clone, and compare the bytes (needs root)
	@Scripts/setup.sh dpkg-dev lintian man-db
	@packaging/test-reproducible.sh

tarball: # build dist/openhealthkit-VERSION-linux-MACHINE.tar.gz for other Linuxes
	@Scripts/setup.sh patchelf libjs-chart.js
	@packaging/build-tarball.sh

test-tarball: # install the archive in a bare Ubuntu or Debian in a folder, and use it (needs root)
	@Scripts/setup.sh debootstrap curl
	@packaging/test-tarball.sh

check: setup ## every rule that a machine can check
	@Scripts/check.sh

format: ## format the Swift files in place
	@Scripts/check-format.sh --fix

generate: setup ## generate the Swift files of Data/ and the merge operators
	swift run generate-model

api: setup # write the listing of the public interface again
	@Scripts/api-listing.sh --update

interface: setup # compare with Apple's interface and write the page about it again
	@Scripts/interface.sh --update

docs: setup ## build the documentation into .build/docs
	@Scripts/build-docs.sh

bench: setup ## measure import, FIT activities, statistics, interface, streams, server, pushes, web app and cohorts beside other programs (PARTS="import")
	@SIZES="$(SIZES)" PARTS="$(PARTS)" Scripts/bench.sh

examples: ## build the programs in Examples, run them, compare what they print
	@Scripts/setup.sh python3
	@Examples/run.sh

fuzz: setup ## fuzz every reader (SECONDS_EACH=60)
	@SECONDS_EACH="$(SECONDS_EACH)" Fuzz/run.sh

plant-faults: setup # see every check fail on a planted fault
	@Scripts/plant-faults.sh

clean: ## remove everything that was built or measured
	rm -rf .build demo Benchmarks/.build Cohorts/.build Fuzz/.build
