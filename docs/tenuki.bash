# SPDX-License-Identifier: GPL-3.0-or-later
# Completion for bash. Written by `tenuki reference bash`; `make docs` writes it again.
# shellcheck shell=bash disable=SC2034,SC2046,SC2086

_tenuki_commands='ablate analyse audit bench convert data datagen learn match mate net params perft profile regress results show suite train tree tune web help version'
_tenuki_presets='aggressive balanced classic-chess classic-shogi conservative default off tutorial'
_tenuki_techniques='nmp threat rfp razor probcut lmp futility see histprune lmr singular multicut checkext recapture iir mdp delta qsee qchecks mate1 phase adapt aspiration tt promote killers counter butterfly caphist conthist pawnhist corrhist time plugged net'
_tenuki_parameters='nmp= nmp_min_depth= nmp_strategy= nmp_reduction= nmp_divisor= nmp_first_step= nmp_second_step= nmp_eval_margin= nmp_eval_most= nmp_material_bonus= nmp_phase_opening= nmp_phase_endgame= nmp_beta_gate= nmp_static_margin= nmp_static_slope= nmp_cut_nodes_only= nmp_in_a_row= nmp_return= nmp_verify= nmp_verify_depth= nmp_verify_reduction= nmp_verify_margin= nmp_store= nmp_guard_pieces= nmp_guard_material= nmp_guard_minor= nmp_guard_pawns= nmp_guard_classes= nmp_class_material= nmp_class_king= nmp_class_zugzwang= nmp_class_late= threat= threat_margin= threat_solver= threat_extend= rfp= rfp_depth= rfp_margin= rfp_improving= rfp_return= razor= razor_depth= razor_margin= razor_slope= razor_endgame= probcut= probcut_depth= probcut_margin= probcut_reduction= lmp= lmp_depth= lmp_base= lmp_scale= futility= futility_form= futility_depth= futility_margin= futility_slope= futility_checks= futility_table_1= futility_table_2= futility_table_3= futility_table_4= futility_table_5= futility_table_6= futility_table_7= see= see_depth= see_quiet= see_capture= histprune= histprune_depth= histprune_margin= lmr= lmr_form= lmr_min_depth= lmr_min_move= lmr_classic_base= lmr_classic_most= lmr_base= lmr_scale= lmr_capture_base= lmr_capture_scale= lmr_history= lmr_not_improving= lmr_cut_node= lmr_pv= lmr_killer= lmr_check= lmr_tt_capture= lmr_child_cuts= lmr_drop_near_king= singular= singular_depth= singular_margin= singular_double= multicut= multicut_form= multicut_depth= multicut_moves= multicut_cuts= multicut_reduction= checkext= checkext_depth= recapture= iir= iir_depth= mdp= delta= delta_margin= delta_depth= qsee= qchecks= mate1= phase= phase_opening= phase_middle= phase_endgame= adapt= adapt_rate= adapt_sample= adapt_batch= adapt_low= adapt_high= adapt_target_nmp= adapt_target_rfp= adapt_target_razor= adapt_target_probcut= adapt_target_lmp= adapt_target_futility= adapt_target_lmr= adapt_target_delta= aspiration= aspiration_depth= aspiration_window= tt= promote= killers= counter= butterfly= butterfly_weight= butterfly_threats= butterfly_bonus= butterfly_start= butterfly_most= butterfly_malus= caphist= caphist_weight= conthist= conthist_1= conthist_2= conthist_4= pawnhist= pawnhist_weight= corrhist= corrhist_weight= corrhist_pieces= time= time_moves= time_moves_fall= time_moves_least= time_increment= time_longest= time_most= time_settled= time_settled_fall= time_falling= time_elsewhere= time_elsewhere_fall= plugged= net='

# _tenuki_setting PARAMETER: its words.
_tenuki_setting() {
    case $1 in
    nmp) echo 'on off' ;;
    nmp_strategy) echo 'static linear smooth quarter thirds stepped scaled' ;;
    nmp_return) echo 'score beta' ;;
    nmp_verify) echo 'off on_cutoff near_miss both' ;;
    nmp_store) echo 'off searched' ;;
    threat) echo 'on off' ;;
    rfp) echo 'on off' ;;
    rfp_return) echo 'evaluation less_margin mean' ;;
    razor) echo 'on off' ;;
    probcut) echo 'on off' ;;
    lmp) echo 'on off' ;;
    futility) echo 'on off' ;;
    futility_form) echo 'table line' ;;
    see) echo 'on off' ;;
    histprune) echo 'on off' ;;
    lmr) echo 'on off' ;;
    lmr_form) echo 'classic logarithmic' ;;
    singular) echo 'on off' ;;
    multicut) echo 'on off' ;;
    multicut_form) echo 'classic singular' ;;
    checkext) echo 'on off' ;;
    recapture) echo 'on off' ;;
    iir) echo 'on off' ;;
    mdp) echo 'on off' ;;
    delta) echo 'on off' ;;
    qsee) echo 'on off' ;;
    qchecks) echo 'on off' ;;
    mate1) echo 'on off' ;;
    phase) echo 'on off' ;;
    adapt) echo 'on off' ;;
    aspiration) echo 'on off' ;;
    tt) echo 'on off' ;;
    promote) echo 'on off' ;;
    killers) echo 'on off' ;;
    counter) echo 'on off' ;;
    butterfly) echo 'on off' ;;
    caphist) echo 'on off' ;;
    conthist) echo 'on off' ;;
    pawnhist) echo 'on off' ;;
    corrhist) echo 'on off' ;;
    time) echo 'on off' ;;
    plugged) echo 'on off' ;;
    net) echo 'on off' ;;
    esac
}

# _tenuki_words COMMAND: the words that may follow it.
_tenuki_words() {
    case $1 in
    help) echo "$_tenuki_commands" ;;
    data) echo 'stat check merge show chances sample import' ;;
    net) echo 'check info' ;;
    results) echo 'check' ;;
    tree) echo 'diff' ;;
    tune) echo 'check eval' ;;
    esac
}

# _tenuki_is_command COMMAND WORD: whether both are one command.
_tenuki_is_command() {
    case "$1 $2" in
    'data stat' | 'data check' | 'data merge' | 'data show' | 'data chances' | 'data sample' | 'data import' | 'tree diff' | 'tune check' | 'tune eval') return 0 ;;
    esac
    return 1
}

# _tenuki_options COMMAND: sets options.
_tenuki_options() {
    case $1 in
    'ablate') options='--file= --game= --depth= --time= --max-nodes= --technique= --presets --match= --limit= --shuffle= --hash= --concurrency= --verbose --json --html= --db= --preset= --config= --plugin= --set= --lenient --help' ;;
    'analyse') options='--game= --position= --time= --depth= --nodes= --threads= --hash= --multipv= --stats --log= --log-filter= --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'audit') options='--game= --file= --limit= --position= --depth= --nodes= --hash= --technique= --min-depth= --samples= --sample= --seed= --wide --deeper= --confirm= --control --reference-nodes= --concurrency= --html= --rows= --db= --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'bench') options='--game= --depth= --net= --verbose --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'convert') options='--in= --from= --to= --help' ;;
    'data') options='--help' ;;
    'data stat') options='--json --help' ;;
    'data check') options='--json --help' ;;
    'data merge') options='--json --help' ;;
    'data show') options='--game-number= --letters --json --help' ;;
    'data chances') options='--json --help' ;;
    'data sample') options='--each= --seed= --help' ;;
    'data import') options='--format= --in= --out= --score-percent= --json --help' ;;
    'datagen') options='--game= --out= --seed= --games= --seconds= --threads= --nodes= --hard-nodes= --hash= --openings= --random-plies= --opening-score= --win-score= --win-plies= --draw-score= --draw-plies= --max-plies= --games-per-file= --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'learn') options='--samples= --target= --held-out= --ridge= --seed= --out= --html= --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'match') options='--engine= --game= --openings= --plies= --order= --seed= --games= --gauntlet --sprt= --resign= --draw= --maxmoves= --entering-king= --ponder --chess960 --timemargin= --ready= --hang= --event= --pgn= --csa= --kif= --tc= --byoyomi= --movetime= --nodes= --depth= --clocknodes= --db= --resume= --concurrency= --report= --json --acks --help' ;;
    'mate') options='--game= --position= --file= --time= --nodes= --max= --hash= --json --help' ;;
    'net') options='--json --tables --help' ;;
    'params') options='--game= --preset= --config= --plugin= --set= --lenient --json --toml --markdown --spsa --impact --help' ;;
    'perft') options='--game= --position= --depth= --divide --threads= --file= --max-nodes= --json --help' ;;
    'profile') options='--game= --depth= --file= --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'regress') options='--db= --label= --reference= --runs= --suite= --nodes= --depth= --against= --nodes-threshold= --speed-threshold= --limit= --list --json --help' ;;
    'results') options='--pgn= --csa= --kif= --json --help' ;;
    'show') options='--game= --position= --letters --json --help' ;;
    'suite') options='--file= --game= --time= --depth= --nodes= --threads= --hash= --limit= --shuffle= --mate --verbose --json --preset= --config= --plugin= --set= --lenient --help' ;;
    'train') options='--game= --data= --neurons= --buckets= --epochs= --out= --lr= --batch= --lambda= --ahead= --scale= --decay= --patience= --seed= --threads= --resume= --start= --json --help' ;;
    'tree') options='--out= --json --game= --position= --depth= --nodes= --hash= --max-nodes= --max-ply= --min-depth= --sample= --sample-ply= --seed= --all-iterations --preset= --config= --plugin= --set= --lenient --help' ;;
    'tree diff') options='--a= --b= --json --game= --position= --depth= --nodes= --hash= --max-nodes= --max-ply= --min-depth= --sample= --sample-ply= --seed= --last-iteration --help' ;;
    'tune') options='--game= --iterations= --pairs= --seed= --hash= --openings= --a= --alpha= --gamma= --tc= --byoyomi= --movetime= --nodes= --depth= --clocknodes= --params= --spsa-file= --preset= --config= --plugin= --set= --lenient --db= --resume= --concurrency= --html= --acks --json --help' ;;
    'tune check') options='--json --help' ;;
    'tune eval') options='--game= --data= --limit= --steps= --out= --json --help' ;;
    'web') options='--port= --open --db= --help' ;;
    esac
}

# _tenuki_values COMMAND OPTION: sets values, the first word says how to use them.
_tenuki_values() {
    values=
    case "$1 $2" in
    'ablate --file') values="files" ;;
    'ablate --game') values="words chess shogi" ;;
    'ablate --depth') values="nothing" ;;
    'ablate --time') values="nothing" ;;
    'ablate --max-nodes') values="nothing" ;;
    'ablate --technique') values="list $_tenuki_techniques" ;;
    'ablate --match') values="nothing" ;;
    'ablate --limit') values="nothing" ;;
    'ablate --shuffle') values="nothing" ;;
    'ablate --hash') values="nothing" ;;
    'ablate --concurrency') values="nothing" ;;
    'ablate --html') values="files" ;;
    'ablate --db') values="files" ;;
    'ablate --preset') values="words $_tenuki_presets" ;;
    'ablate --config') values="files" ;;
    'ablate --plugin') values="files" ;;
    'ablate --set') values="settings" ;;
    'analyse --game') values="words chess shogi" ;;
    'analyse --position') values="nothing" ;;
    'analyse --time') values="nothing" ;;
    'analyse --depth') values="nothing" ;;
    'analyse --nodes') values="nothing" ;;
    'analyse --threads') values="nothing" ;;
    'analyse --hash') values="nothing" ;;
    'analyse --multipv') values="nothing" ;;
    'analyse --log') values="files" ;;
    'analyse --log-filter') values="nothing" ;;
    'analyse --preset') values="words $_tenuki_presets" ;;
    'analyse --config') values="files" ;;
    'analyse --plugin') values="files" ;;
    'analyse --set') values="settings" ;;
    'audit --game') values="words chess shogi" ;;
    'audit --file') values="files" ;;
    'audit --limit') values="nothing" ;;
    'audit --position') values="nothing" ;;
    'audit --depth') values="nothing" ;;
    'audit --nodes') values="nothing" ;;
    'audit --hash') values="nothing" ;;
    'audit --technique') values="list $_tenuki_techniques" ;;
    'audit --min-depth') values="nothing" ;;
    'audit --samples') values="nothing" ;;
    'audit --sample') values="nothing" ;;
    'audit --seed') values="nothing" ;;
    'audit --deeper') values="nothing" ;;
    'audit --confirm') values="nothing" ;;
    'audit --reference-nodes') values="nothing" ;;
    'audit --concurrency') values="nothing" ;;
    'audit --html') values="files" ;;
    'audit --rows') values="files" ;;
    'audit --db') values="files" ;;
    'audit --preset') values="words $_tenuki_presets" ;;
    'audit --config') values="files" ;;
    'audit --plugin') values="files" ;;
    'audit --set') values="settings" ;;
    'bench --game') values="words chess shogi all" ;;
    'bench --depth') values="nothing" ;;
    'bench --net') values="files" ;;
    'bench --preset') values="words $_tenuki_presets" ;;
    'bench --config') values="files" ;;
    'bench --plugin') values="files" ;;
    'bench --set') values="settings" ;;
    'convert --in') values="files" ;;
    'convert --from') values="words pgn csa kif" ;;
    'convert --to') values="words pgn csa kif position" ;;
    'data show --game-number') values="nothing" ;;
    'data sample --each') values="nothing" ;;
    'data sample --seed') values="nothing" ;;
    'data import --format') values="words tcec binpack-text" ;;
    'data import --in') values="files" ;;
    'data import --out') values="files" ;;
    'data import --score-percent') values="nothing" ;;
    'datagen --game') values="words chess shogi" ;;
    'datagen --out') values="directories" ;;
    'datagen --seed') values="nothing" ;;
    'datagen --games') values="nothing" ;;
    'datagen --seconds') values="nothing" ;;
    'datagen --threads') values="nothing" ;;
    'datagen --nodes') values="nothing" ;;
    'datagen --hard-nodes') values="nothing" ;;
    'datagen --hash') values="nothing" ;;
    'datagen --openings') values="files" ;;
    'datagen --random-plies') values="nothing" ;;
    'datagen --opening-score') values="nothing" ;;
    'datagen --win-score') values="nothing" ;;
    'datagen --win-plies') values="nothing" ;;
    'datagen --draw-score') values="nothing" ;;
    'datagen --draw-plies') values="nothing" ;;
    'datagen --max-plies') values="nothing" ;;
    'datagen --games-per-file') values="nothing" ;;
    'datagen --preset') values="words $_tenuki_presets" ;;
    'datagen --config') values="files" ;;
    'datagen --plugin') values="files" ;;
    'datagen --set') values="settings" ;;
    'learn --samples') values="files" ;;
    'learn --target') values="nothing" ;;
    'learn --held-out') values="nothing" ;;
    'learn --ridge') values="nothing" ;;
    'learn --seed') values="nothing" ;;
    'learn --out') values="files" ;;
    'learn --html') values="files" ;;
    'learn --preset') values="words $_tenuki_presets" ;;
    'learn --config') values="files" ;;
    'learn --plugin') values="files" ;;
    'learn --set') values="settings" ;;
    'match --engine') values="keys cmd= arg= dir= proto= option.NAME= stderr= preset= config= set= net= plugin= level= hash= threads= overhead= name= tc= byoyomi= movetime= nodes= depth= " ;;
    'match --game') values="words chess shogi" ;;
    'match --openings') values="files" ;;
    'match --plies') values="nothing" ;;
    'match --order') values="words file random" ;;
    'match --seed') values="nothing" ;;
    'match --games') values="nothing" ;;
    'match --sprt') values="keys elo0= elo1= alpha= beta= model= " ;;
    'match --resign') values="keys movecount= score= twosided= " ;;
    'match --draw') values="keys movenumber= movecount= score= " ;;
    'match --maxmoves') values="nothing" ;;
    'match --entering-king') values="words 27 24 try none" ;;
    'match --timemargin') values="nothing" ;;
    'match --ready') values="nothing" ;;
    'match --hang') values="nothing" ;;
    'match --event') values="nothing" ;;
    'match --pgn') values="files" ;;
    'match --csa') values="files" ;;
    'match --kif') values="files" ;;
    'match --tc') values="nothing" ;;
    'match --byoyomi') values="nothing" ;;
    'match --movetime') values="nothing" ;;
    'match --nodes') values="nothing" ;;
    'match --depth') values="nothing" ;;
    'match --clocknodes') values="nothing" ;;
    'match --db') values="files" ;;
    'match --resume') values="files" ;;
    'match --concurrency') values="nothing" ;;
    'match --report') values="nothing" ;;
    'mate --game') values="words chess shogi" ;;
    'mate --position') values="nothing" ;;
    'mate --file') values="files" ;;
    'mate --time') values="nothing" ;;
    'mate --nodes') values="nothing" ;;
    'mate --max') values="nothing" ;;
    'mate --hash') values="nothing" ;;
    'params --game') values="words chess shogi" ;;
    'params --preset') values="words $_tenuki_presets" ;;
    'params --config') values="files" ;;
    'params --plugin') values="files" ;;
    'params --set') values="settings" ;;
    'perft --game') values="words chess shogi" ;;
    'perft --position') values="nothing" ;;
    'perft --depth') values="nothing" ;;
    'perft --threads') values="nothing" ;;
    'perft --file') values="files" ;;
    'perft --max-nodes') values="nothing" ;;
    'profile --game') values="words chess shogi" ;;
    'profile --depth') values="nothing" ;;
    'profile --file') values="files" ;;
    'profile --preset') values="words $_tenuki_presets" ;;
    'profile --config') values="files" ;;
    'profile --plugin') values="files" ;;
    'profile --set') values="settings" ;;
    'regress --db') values="files" ;;
    'regress --label') values="nothing" ;;
    'regress --reference') values="files" ;;
    'regress --runs') values="nothing" ;;
    'regress --suite') values="files" ;;
    'regress --nodes') values="nothing" ;;
    'regress --depth') values="nothing" ;;
    'regress --against') values="nothing" ;;
    'regress --nodes-threshold') values="nothing" ;;
    'regress --speed-threshold') values="nothing" ;;
    'regress --limit') values="nothing" ;;
    'results --pgn') values="files" ;;
    'results --csa') values="files" ;;
    'results --kif') values="files" ;;
    'show --game') values="words chess shogi" ;;
    'show --position') values="nothing" ;;
    'suite --file') values="files" ;;
    'suite --game') values="words chess shogi" ;;
    'suite --time') values="nothing" ;;
    'suite --depth') values="nothing" ;;
    'suite --nodes') values="nothing" ;;
    'suite --threads') values="nothing" ;;
    'suite --hash') values="nothing" ;;
    'suite --limit') values="nothing" ;;
    'suite --shuffle') values="nothing" ;;
    'suite --preset') values="words $_tenuki_presets" ;;
    'suite --config') values="files" ;;
    'suite --plugin') values="files" ;;
    'suite --set') values="settings" ;;
    'train --game') values="words chess shogi" ;;
    'train --data') values="files" ;;
    'train --neurons') values="nothing" ;;
    'train --buckets') values="nothing" ;;
    'train --epochs') values="nothing" ;;
    'train --out') values="files" ;;
    'train --lr') values="nothing" ;;
    'train --batch') values="nothing" ;;
    'train --lambda') values="nothing" ;;
    'train --ahead') values="nothing" ;;
    'train --scale') values="nothing" ;;
    'train --decay') values="nothing" ;;
    'train --patience') values="nothing" ;;
    'train --seed') values="nothing" ;;
    'train --threads') values="nothing" ;;
    'train --resume') values="files" ;;
    'train --start') values="nothing" ;;
    'tree --out') values="files" ;;
    'tree --game') values="words chess shogi" ;;
    'tree --position') values="nothing" ;;
    'tree --depth') values="nothing" ;;
    'tree --nodes') values="nothing" ;;
    'tree --hash') values="nothing" ;;
    'tree --max-nodes') values="nothing" ;;
    'tree --max-ply') values="nothing" ;;
    'tree --min-depth') values="nothing" ;;
    'tree --sample') values="nothing" ;;
    'tree --sample-ply') values="nothing" ;;
    'tree --seed') values="nothing" ;;
    'tree --preset') values="words $_tenuki_presets" ;;
    'tree --config') values="files" ;;
    'tree --plugin') values="files" ;;
    'tree --set') values="settings" ;;
    'tree diff --a') values="nothing" ;;
    'tree diff --b') values="nothing" ;;
    'tree diff --game') values="words chess shogi" ;;
    'tree diff --position') values="nothing" ;;
    'tree diff --depth') values="nothing" ;;
    'tree diff --nodes') values="nothing" ;;
    'tree diff --hash') values="nothing" ;;
    'tree diff --max-nodes') values="nothing" ;;
    'tree diff --max-ply') values="nothing" ;;
    'tree diff --min-depth') values="nothing" ;;
    'tree diff --sample') values="nothing" ;;
    'tree diff --sample-ply') values="nothing" ;;
    'tree diff --seed') values="nothing" ;;
    'tune --game') values="words chess shogi" ;;
    'tune --iterations') values="nothing" ;;
    'tune --pairs') values="nothing" ;;
    'tune --seed') values="nothing" ;;
    'tune --hash') values="nothing" ;;
    'tune --openings') values="files" ;;
    'tune --a') values="nothing" ;;
    'tune --alpha') values="nothing" ;;
    'tune --gamma') values="nothing" ;;
    'tune --tc') values="nothing" ;;
    'tune --byoyomi') values="nothing" ;;
    'tune --movetime') values="nothing" ;;
    'tune --nodes') values="nothing" ;;
    'tune --depth') values="nothing" ;;
    'tune --clocknodes') values="nothing" ;;
    'tune --params') values="nothing" ;;
    'tune --spsa-file') values="files" ;;
    'tune --preset') values="words $_tenuki_presets" ;;
    'tune --config') values="files" ;;
    'tune --plugin') values="files" ;;
    'tune --set') values="settings" ;;
    'tune --db') values="files" ;;
    'tune --resume') values="files" ;;
    'tune --concurrency') values="nothing" ;;
    'tune --html') values="files" ;;
    'tune eval --game') values="words chess shogi" ;;
    'tune eval --data') values="files" ;;
    'tune eval --limit') values="nothing" ;;
    'tune eval --steps') values="nothing" ;;
    'tune eval --out') values="files" ;;
    'web --port') values="nothing" ;;
    'web --db') values="files" ;;
    esac
}
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
