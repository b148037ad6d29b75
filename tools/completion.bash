# SPDX-License-Identifier: GPL-3.0-or-later
# The part of the completion for bash that is the same whatever the commands are; `make docs` puts
# the tables of `tenuki reference bash` in front of it and writes docs/tenuki.bash.
#
# bash cuts words at '=' and ':', so that the line is looked at as it was typed, and what is offered
# is only what follows the last cut.

# _tenuki_offer WORD CANDIDATE...: those that begin with the word, without what bash has cut
# off in front.
_tenuki_offer() {
    local typed=$1 last=${COMP_WORDS[COMP_CWORD]} candidate
    shift
    [[ $last == [=:] ]] && last=
    local cut=${typed%"$last"}
    for candidate; do
        [[ $candidate == "$typed"* ]] || continue
        [[ $candidate == *= ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${candidate#"$cut"}")
    done
}

# _tenuki_files WORD KIND: as _tenuki_offer, for files or directories.
_tenuki_files() {
    local files
    compopt -o filenames 2>/dev/null
    mapfile -t files < <(compgen "$2" -- "$1")
    _tenuki_offer "$1" "${files[@]}"
}

_tenuki() {
    local line=${COMP_LINE:0:COMP_POINT} typed before command option options values kind i
    local -a words
    COMPREPLY=()
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    typed=${words[-1]}
    if ((${#words[@]} == 2)); then
        _tenuki_offer "$typed" $_tenuki_commands
        return
    fi
    command=${words[1]} before=${words[-2]}
    if ((${#words[@]} == 3)) && [[ $typed != -* ]]; then
        _tenuki_offer "$typed" $(_tenuki_words "$command")
        [[ $command == help ]] && return
    fi
    ((${#words[@]} > 3)) && _tenuki_is_command "$command" "${words[2]}" &&
        command+=" ${words[2]}"
    # The option whose value is typed, or the last one that takes several words.
    if [[ $typed == --*=* ]]; then
        option=${typed%%=*} typed=${typed#*=}
    elif [[ $typed != -* ]]; then
        for ((i = ${#words[@]} - 2; i > 1; i--)); do
            [[ ${words[i]} == --* ]] && break
        done
        ((i > 1)) && option=${words[i]}
    fi
    _tenuki_values "$command" "$option"
    read -r kind values <<<"$values"
    [[ $kind != keys && -n $option && $option != "$before" && $typed == "${words[-1]}" ]] && kind=
    case $kind in
    words | keys) _tenuki_offer "$typed" $values ;;
    list)
        before=
        [[ $typed == *,* ]] && before=${typed%,*},
        for i in $values; do
            _tenuki_offer "$typed" "$before$i"
        done
        ;;
    settings)
        if [[ $typed == *=* ]]; then
            for i in $(_tenuki_setting "${typed%%=*}"); do
                _tenuki_offer "$typed" "${typed%%=*}=$i"
            done
        else
            _tenuki_offer "$typed" $_tenuki_parameters
        fi
        ;;
    files) _tenuki_files "$typed" -f ;;
    directories) _tenuki_files "$typed" -d ;;
    nothing) ;;
    *)
        case $typed,$command in
        -*) ;;
        *,'data '* | *,net | *,results | *,'tune check')
            _tenuki_files "$typed" -f
            return
            ;;
        esac
        _tenuki_options "$command"
        _tenuki_offer "$typed" $options
        ;;
    esac
}
complete -F _tenuki tenuki
