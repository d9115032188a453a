export EXPENSES=$folder/expenses/expenses.db
unset LC_ALL LC_MONETARY LANG

# prints NAME EXIT-STATUS TEXT PROGRAM [ARGUMENT...]: the program must exit with the status and print exactly the text.
prints() {
    local name=$1 wanted=$2 text=$3 found=0 output
    shift 3
    output=$(PATH=$bin:$PATH "$@" </dev/null 2>&1) || found=$?
    if [ "$found" = "$wanted" ] && [ "$output" = "$text" ]; then
        echo "$name: OK"
    else
        fail "$name" "exit status: $found, wanted: $wanted and $text" "$output"
    fi
}

# exactly NAME TEXT PROGRAM [ARGUMENT...]: the program must succeed and print exactly the text.
exactly() {
    prints "$1" 0 "${@:2}"
}

exactly "no expenses yet" $'All categories\nTotal: 0.00\nnothing yet' ExpenseTracker list
exactly "an expense is added" 'added #1  2026-03-02  12.50  Food  Lunch' \
    ExpenseTracker add 12.50 Lunch --category food --date 2026-03-02T12:30
exactly "one of another day" 'added #2  2026-02-28  0.10  No category  Two words' \
    ExpenseTracker add 0.10 Two words --date 2026-02-28
exactly "an income" 'added #3  2026-03-01  +1,000.00  Other  Salary' \
    ExpenseTracker add 1000 Salary --income --category OTHER --date 2026-03-01
exactly "one of the same day, earlier" 'added #4  2026-03-02  0.20  Food  Bread' \
    ExpenseTracker add 0.2 Bread --category food --date 2026-03-02

exactly "newest first, and no income in the total" "All categories
Total: 12.80
#1  2026-03-02      12.50  Food         Lunch
#4  2026-03-02       0.20  Food         Bread
#3  2026-03-01  +1,000.00  Other        Salary
#2  2026-02-28       0.10  No category  Two words" ExpenseTracker list
exactly "one category" "Food
Total: 12.70
#1  2026-03-02  12.50  Food  Lunch
#4  2026-03-02   0.20  Food  Bread" ExpenseTracker list food
exactly "a category with income alone" "Other
Total: 0.00
#3  2026-03-01  +1,000.00  Other  Salary" ExpenseTracker list other
exactly "a category without expenses" $'Health\nTotal: 0.00\nnothing yet' ExpenseTracker list health

exactly "an expense is edited" 'changed #2  2026-02-28  0.30  Home  Soap' \
    ExpenseTracker edit 2 --amount 0.3 --title Soap --category home
exactly "its category is taken away" 'changed #2  2026-02-28  0.30  No category  Soap' \
    ExpenseTracker edit 2 --category none
exactly "what was spent was received" 'changed #2  2026-02-28  +0.30  No category  Soap' ExpenseTracker edit 2 --income
exactly "an expense is deleted" 'deleted #3  2026-03-01  +1,000.00  Other  Salary' ExpenseTracker delete 3
exactly "what is left" "All categories
Total: 12.70
#1  2026-03-02  12.50  Food         Lunch
#4  2026-03-02   0.20  Food         Bread
#2  2026-02-28  +0.30  No category  Soap" ExpenseTracker list

# The person's currency, with no-break spaces in some formats.
space=$'\xc2\xa0'
exactly "in dollars" "Food
Total: \$12.70
#1  2026-03-02  \$12.50  Food  Lunch
#4  2026-03-02   \$0.20  Food  Bread" env LC_ALL=en_US.UTF-8 ExpenseTracker list food
exactly "in reais, with a comma" "changed #4  2026-03-02  R\$${space}0,25  Food  Bread" \
    env LC_ALL=pt_BR.UTF-8 ExpenseTracker edit 4 --amount 0,25
exactly "the variable for money counts before the one for all the rest" $'Health\nTotal: 0,00'"$space"$'€\nnothing yet' \
    env LC_MONETARY=de_DE@euro LANG=en_US.UTF-8 ExpenseTracker list health
exactly "yen have no parts" $'Health\nTotal: ¥0\nnothing yet' env LANG=ja_JP.UTF-8 ExpenseTracker list health
prints "and none can be typed" 1 'error: "0.2" is not an amount: type a whole number above zero, as 12' \
    env LANG=ja_JP.UTF-8 ExpenseTracker add 0.2 Gum
prints "Tunisian dinars have a thousand" 1 \
    'error: "0.0002" is not an amount: type a number above zero with at most 3 decimals, as 12.50' \
    env LANG=en_TN ExpenseTracker add 0.0002 Gum

for amount in 0 0.00 -5 12.505 1e3 abc '' 1.2.3 1,50 0x10 . 5. .5 ١٢ 1234567890123; do
    expect "no amount: '$amount'" 1 \
        "error: \"$amount\" is not an amount: type a number above zero with at most 2 decimals, as 12.50" \
        ExpenseTracker add "$amount" Lunch
done
expect "no category" 1 \
    'error: there is no category "fod": there are food, home, transport, health, leisure, other' \
    ExpenseTracker add 5 Lunch --category fod
expect "no such category to list" 1 \
    'error: there is no category "fod": there are food, home, transport, health, leisure, other' ExpenseTracker list fod
expect "no such expense to edit" 1 'error: there is no expense 99: the list shows the number of each' \
    ExpenseTracker edit 99 --amount 1
expect "no such expense to delete" 1 'error: there is no expense x: the list shows the number of each' \
    ExpenseTracker delete x
expect "nothing to change" 1 \
    'error: say what to change: --amount, --title, --category, --income, --outcome or --date' ExpenseTracker edit 1
expect "no date" 1 'error: "2026-02-30" is not a date: type it as 2026-03-01 or 2026-03-01T18:30' \
    ExpenseTracker add 5 Lunch --date 2026-02-30
expect "no title" 1 'error: a title has 1 to 80 characters, and no control characters' ExpenseTracker add 5 '  '
expect "a title that drives the terminal" 1 'error: a title has 1 to 80 characters, and no control characters' \
    ExpenseTracker add 5 $'Lunch\e[2J'
expect "what was wrong is printed without control characters" 1 \
    $'error: there is no command "\xef\xbf\xbd[2J"; help shows the commands' ExpenseTracker $'\e[2J'
expect "income and outcome" 1 'error: choose --income or --outcome; help shows the commands' \
    ExpenseTracker add 5 Lunch --income --outcome
expect "an option without its value" 1 'error: --date needs a value; help shows the commands' \
    ExpenseTracker add 5 Lunch --date
expect "help" 0 'categories: food, home, transport, health, leisure, other; none for no category' ExpenseTracker help
exactly "nothing of that was written" "All categories
Total: 12.75
#1  2026-03-02  12.50  Food         Lunch
#4  2026-03-02   0.25  Food         Bread
#2  2026-02-28  +0.30  No category  Soap" ExpenseTracker list

# Another program has written a title with terminal control sequences.
python3 - "$EXPENSES" <<'END'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("UPDATE expense SET title = char(27) || '[31mred' WHERE id = 2")
database.commit()
END
expect "it is shown without" 0 $'#2  2026-02-28  +0.30  No category  \xef\xbf\xbd[31mred' ExpenseTracker list

echo 'no database, but long enough to be one' >"$folder/text"
prints "a file that is no database" 1 \
    "error: cannot open $folder/text, which EXPENSES can name: file is not a database" \
    env EXPENSES="$folder/text" ExpenseTracker list

# Without a terminal, the running program prints the list after each change.
rm -rf "$folder/expenses"
output=$(printf 'add 12.50 "Lunch" --category food --date 2026-03-02\nadd x y\ncategory home' | "$bin/ExpenseTracker" 2>&1) || true
if grep -q -x 'added #1  2026-03-02  12.50  Food  Lunch' <<<"$output" \
    && grep -q -x -F 'error: "x" is not an amount: type a number above zero with at most 2 decimals, as 12.50' \
        <<<"$output" && [ "$(tail -n 3 <<<"$output")" = $'Home\nTotal: 0.00\nnothing yet' ]; then
    echo "commands from a pipe: OK"
else
    fail "commands from a pipe" "it does not end with the right picture" "$output"
fi

rm -rf "$folder/expenses"
on_terminal "the screen follows what is typed" ExpenseTracker <<'END'
row 1 All categories
row 2 Total: 0.00
row 4 nothing yet
tint 1 69;90;100
type add 12.50 "Lunch" --category food --date 2026-03-02
row 4 #1  2026-03-02  12.50  Food  Lunch
row 2 Total: 12.50
row 24 >
type add 700 Rent --category home --date 2026-03-01
row 5 #2  2026-03-01  700.00  Home  Rent
row 4 #1  2026-03-02   12.50  Food  Lunch
row 2 Total: 712.50
type add 3000 Salary --income --date 2026-03-03
row 4 #3  2026-03-03  +3,000.00  No category  Salary
row 2 Total: 712.50
type category food
row 1 Food
tint 1 230;74;25
row 2 Total: 12.50
row 4 #1  2026-03-02  12.50  Food  Lunch
row 5
type add 1.25 Apple --date 2026-03-04
row 4 #4  2026-03-04   1.25  Food  Apple
row 2 Total: 13.75
type edit 4 --amount 2
row 2 Total: 14.50
type edit 4 --category home
row 4 #1  2026-03-02  12.50  Food  Lunch
row 5
keys \t
row 1 Home
tint 1 93;64;55
row 2 Total: 702.00
row 4 #4  2026-03-04    2.00  Home  Apple
row 5 #2  2026-03-01  700.00  Home  Rent
type delete 2
row 2 Total: 2.00
row 5
type category
row 1 All categories
row 2 Total: 14.50
type delete 99
see error: there is no expense 99: the list shows the number of each
type frobnicate
see error: there is no command "frobnicate"; help shows the commands
type help
see delete NUMBER
keys add 1 --date 2026-01-01 Caf\xc3\xa9s
row 24 > add 1 --date 2026-01-01 Cafés
keys \x7f
row 24 > add 1 --date 2026-01-01 Café
keys \x1b[A\r
row 2 Total: 15.50
row 4 #4  2026-03-04       2.00  Home         Apple
see Café
row 24 >
keys nonsense
row 24 > nonsense
keys \x15
row 24 >
size 12 40
row 12 >
row 1 All categories
type quit
page main
status 0
END
on_terminal "another process writes, and the screen is refreshed" ExpenseTracker <<'END'
row 2 Total: 15.50
run ExpenseTracker add 4.50 Bus --date 2026-04-01
type refresh
row 4 #6  2026-04-01       4.50  No category  Bus
row 2 Total: 20.00
signal TERM
page main
status 0
END
on_terminal "what cannot be read is said, and a category that was left is not asked any more" ExpenseTracker <<'END'
row 2 Total: 20.00
type category food
row 2 Total: 12.50
run python3 -c "import os, sqlite3; d = sqlite3.connect(os.environ['EXPENSES']); d.execute('UPDATE expense SET type = 9 WHERE id = 6'); d.commit()"
type add 1 Tea --date 2026-01-02
row 2 Total: 13.50
row 23 added #7  2026-01-02  1.00  Food  Tea
type category
row 22 error: the database has an expense that this program cannot read; another
row 23 category tries again
type category food
row 1 Food
row 2 Total: 13.50
gone error:
type quit
status 0
END
prints "what cannot be read is said without a terminal too" 1 \
    "error: the database has an expense that this program cannot read" ExpenseTracker list
python3 - "$EXPENSES" <<'END'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("UPDATE grdb_migrations SET identifier = 'later'")
database.commit()
END
prints "a database of a newer version" 1 "error: $EXPENSES was written by a newer version of this program" \
    ExpenseTracker list
rm -rf "$folder/expenses"
on_terminal "a key ends it, and no color is shown where none is wanted" env NO_COLOR=1 ExpenseTracker <<'END'
row 1 All categories
tint 1
keys \x03
page main
status 0
END
rm -rf "$folder/expenses"
for i in {1..30}; do "$bin/ExpenseTracker" add 1 "Thing $i" --date 2026-03-01 >/dev/null; done
on_terminal "a long list is cut" ExpenseTracker <<'END'
row 2 Total: 30.00
row 4 #30  2026-03-01  1.00  No category  Thing 30
see and 13 more
row 24 >
size 50 100
see Thing 1
gone more
keys \x04
status 0
END
unset EXPENSES
