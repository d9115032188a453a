#!/bin/bash
# Prints the completions of a tool for a shell, as the tool generates them. Those of `health cohort` are those of health-cohort, from its
# own file in the folder of the shell's completions.
# Usage: packaging/completions.sh TOOL SHELL, where TOOL is the path of health or health-cohort, and SHELL is bash, zsh or fish.
set -euo pipefail
tool=${1:?usage: packaging/completions.sh TOOL SHELL}
shell=${2:?usage: packaging/completions.sh TOOL SHELL}

# The file is sourced by bash, so it has no shebang.
script=$("$tool" --generate-completion-script "$shell" | sed '1{/^#!/d}')
if [ "$(basename "$tool")" != health ]; then
    printf '%s\n' "$script"
    exit
fi
case $shell in
    bash)
        printf '%s\n' "$script"
        cat <<'END'

_health_or_cohort() {
    if [[ "${COMP_CWORD}" -lt 2 || "${COMP_WORDS[1]}" != cohort ]]; then
        _health "${@}"
        return
    fi
    declare -F _health-cohort >/dev/null || . "${BASH_SOURCE[0]%/*}/health-cohort" 2>/dev/null || return
    local -ar cohort_words=(health-cohort "${COMP_WORDS[@]:2}")
    local -a COMP_WORDS=("${cohort_words[@]}")
    local -i COMP_CWORD="$((COMP_CWORD - 1))"
    _health-cohort "${@}"
}

complete -o filenames -F _health_or_cohort health
END
        ;;
    zsh)
        # The last statement of the file completes, so the function is replaced before it.
        last=${script##*$'\n'if }
        [ "$last" != "$script" ] || { echo "completions: the file for zsh has another form" >&2; exit 1; }
        printf '%s\n' "${script%$'\n'if "$last"}"
        cat <<'END'

_health_cohort() {
    words[1]=health-cohort
    _normal
}

END
        printf 'if %s\n' "$last"
        ;;
    fish)
        printf '%s\n' "$script"
        cat <<'END'

function __health_cohort_completions
    complete -C (string join -- ' ' health-cohort (string escape -- (commandline -opc)[3..]) (commandline -ct))
end

complete -c 'health' -n 'test "$(commandline -opc)[2]" = cohort' -a '(__health_cohort_completions)'
END
        ;;
    *) echo "completions: $shell is not bash, zsh or fish" >&2; exit 2 ;;
esac
