export LC_ALL=C
not_asked=$'Need Access to Health Data\nYou have not given access to your Health data.\nStepTracker connect asks you for it.'
for words in '' 'add steps 4000' 'add weight 70.5' 'list steps' simulate watch; do
    # shellcheck disable=SC2086
    expect "before a request: $words" 1 "$not_asked" StepTracker $words
done
expect "no terminal to ask at" 1 'Unable to Complete Request' StepTracker connect

export HEALTHKIT_AUTHORIZATION=grant
expect "connected, nothing there" 0 \
    $'Steps: No Data\nWeight: No Data\nThere is no data for this Health statistic.' StepTracker connect
expect "an empty list" 0 'No Data' StepTracker list weight

today=$(date +%F)
yesterday=$(date -d 'yesterday 12:00' +%F)
before=$(date -d '2 days ago 12:00' +%F)
expect "steps are added" 0 "$today  4,000" StepTracker add steps 4000
expect "steps of a day add up" 0 "$today  4,500" StepTracker add steps 500
expect "steps of another day" 0 $"$today  4,500"$'\n'"$before  1,500" StepTracker add steps 1500 --date "$before"T09:30
expect "a weight is added" 0 "$today  70.5 kg" StepTracker add weight 70.5
expect "the last weight of a day counts" 0 "$before  72.0 kg" StepTracker add weight 72 --date "$before"
if [ "$("$bin/StepTracker" list steps)" = "$today  4,500"$'\n'"$before  1,500" ]; then
    echo "newest first: OK"
else
    fail "newest first" "not so" "$("$bin/StepTracker" list steps)"
fi
expect "days without steps do not count" 0 'Steps: average 3,000 steps, 2 days of the last 28' StepTracker
expect "nor do days without a weight" 0 'Weight: average 71.2 kg, 2 days of the last 28' StepTracker
if "$bin/StepTracker" | grep -q 'Average change'; then
    fail "no change across a gap" "there is one" "$("$bin/StepTracker")"
fi
expect "a weight of the day between" 0 "$yesterday  71.0 kg" StepTracker add weight 71 --date "$yesterday"
names=("$(date -d "$yesterday 12:00" +%A)" "$(date +%A)")
width=$((${#names[0]} > ${#names[1]} ? ${#names[0]} : ${#names[1]}))
expect "the changes of two days" 0 "$(printf 'Average change of weight by weekday (kg)\n%-*s  -1.00  %s\n%-*s  -0.50  %s' \
    "$width" "${names[0]}" ░░░░░░░░░░░░░░░░░░░░░░░░ "$width" "${names[1]}" ░░░░░░░░░░░░)" StepTracker
for value in 0 -5 nan inf lots ''; do
    expect "no value: '$value'" 1 $'Invalid Value\nMust be a number above zero, as 4000 or 70.5.' \
        StepTracker add weight "$value"
done
for words in 'add steps' 'add sleep 8' 'list' 'list naps' 'add steps 5 --date 2026-02-30' 'add steps 5 --date 2999-01-01'; do
    # shellcheck disable=SC2086
    expect "no command: $words" 2 'usage: StepTracker                       shows the charts' StepTracker $words
done

fresh
StepTracker() { "$bin/StepTracker" "$@" </dev/null >/dev/null; }
StepTracker connect
begin StepTracker watch
await "it watches, and there is nothing" $'Steps: No Data\nThere is no data for this Health statistic.'
StepTracker add steps 4000
await "another process adds steps" 'Steps: average 4,000 steps, 1 day of the last 28'
StepTracker add weight 70.5
await "and a weight" 'Weight: average 70.5 kg, 1 day of the last 28'
ends "it watches until it is ended" 143 TERM

fresh
StepTracker connect
on_terminal "the screen is drawn anew" StepTracker watch steps <<END
row 1 Steps: No Data
run StepTracker add steps 4000
row 1 Steps: average 4,000 steps, 1 day of the last 28
see $(date +%A)
run StepTracker add steps 2000 --date $yesterday
row 1 Steps: average 3,000 steps, 2 days of the last 28
see $(date -d "$yesterday" +%A)
signal INT
status -2
END

fresh
StepTracker connect
expect "28 days" 0 "Steps: average 5,350 steps, 28 days of the last 28
   6,700 │█ ▇ ▆ ▅ ▄ ▃ ▂ ▁
 average │█╌█╌█╌█╌█╌█╌█╌█╌█╌▇╌▆╌▅╌▅╌▄╌▃╌▂╌▁╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
         │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ ▇ ▆ ▅ ▄ ▃ ▂ ▁
         │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ ▇ ▆
       0 │█ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █
Average steps by weekday
Weight: average 74.1 kg, 28 days of the last 28
    75.6 │● ● ● ●
 average │╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌●╌●╌●╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
    72.6 │                                                ● ● ● ●" StepTracker simulate
expect "the list of 28 days" 0 "$before  4,200" StepTracker list steps

fresh
export HEALTHKIT_AUTHORIZATION=deny
StepTracker connect
denied=$'\nYou can change this with health apps grant StepTracker --asked.'
expect "steps may not be added" 1 $'No Write Access\nYou have denied access to upload your step count data.'"$denied" \
    StepTracker add steps 4000
expect "nor a weight" 1 $'No Write Access\nYou have denied access to upload your weight data.'"$denied" \
    StepTracker add weight 70.5
expect "what may not be read is not there" 0 $'Steps: No Data\nWeight: No Data' StepTracker
unset -f StepTracker
unset LC_ALL HEALTHKIT_AUTHORIZATION
