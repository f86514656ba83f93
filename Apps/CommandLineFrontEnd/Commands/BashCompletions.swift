/// The completion script for bash.
///
/// bash splits a word like `breed=Labrador` at the equals sign (`COMP_WORDBREAKS`), so the argument parser's script
/// knows neither the option before the word nor the name in it. This script puts the word together again. It also takes
/// the completions as they are: the word list of `compgen` would perform the substitutions in them, and an id can
/// contain any text.
struct BashCompletions {
    /// The script of the argument parser.
    private let base: String

    /// - Parameter base: The script of the argument parser.
    init(over base: String) { self.base = base }

    /// The whole script.
    var text: String {
        // The last line connects a function with the program: complete -o filenames -F FUNCTION PROGRAM
        let words = base.split(separator: "\n").last?.split(separator: " ") ?? []
        guard words.first == "complete", words.count >= 2 else { return base }
        let (function, program) = (String(words[words.count - 2]), String(words[words.count - 1]))
        return base + Self.addition(function, program)
    }

    private static func addition(_ function: String, _ program: String) -> String {
        #"""

        # Adds completions: the lines of a text (-W TEXT), or what compgen finds.
        _\#(function)_add_completions() {
            # The text without its backslashes and quotes.
            local completion start="${cur//[\\\"\']/}" fold
            local -a within=()
            local -i before=${#COMPREPLY[@]}
            if [[ "${1}" == -W ]]; then
                # The value that a title contains can begin with a capital letter.
                fold="$(shopt -p nocasematch)"
                while IFS='' read -r completion; do
                    if [[ "${completion}" == "${start}"* ]]; then
                        COMPREPLY+=("${completion}")
                    elif [[ "${start}" == ?*=?* && "${completion%%=*}" == "${start%%=*}" ]]; then
                        shopt -s nocasematch
                        [[ "${completion#*=}" != *"${start#*=}"* ]] || within+=("${completion}")
                        ${fold}
                    fi
                done <<<"${2}"
                # Several would replace the typed text by their common beginning.
                if [[ ${#COMPREPLY[@]} -eq before && ${#within[@]} -eq 1 ]]; then
                    COMPREPLY+=("${within[0]}")
                fi
            else
                are_files=true
                while IFS='' read -r completion; do
                    COMPREPLY+=("${completion}")
                done < <(compgen "${@}" -- "${start}")
            fi
        }

        # Completes a word that bash has split at its equals sign.
        _\#(function)_word() {
            local -a words=()
            local word before='' are_files=false reply
            local -i index
            for ((index = 0; index <= COMP_CWORD; index++)); do
                word="${COMP_WORDS[index]}"
                if [[ "${before}" == = && "${words[${#words[@]} - 1]}" == *= ]]; then
                    words[${#words[@]} - 1]+="${word}"
                elif [[ "${word}" != = || ${index} -eq 0 ]]; then
                    words+=("${word}")
                elif [[ "${before}" != -* ]]; then
                    words[${#words[@]} - 1]+==
                elif [[ ${index} -eq ${COMP_CWORD} ]]; then
                    words+=('')
                fi
                before="${word}"
            done
            local -r last="${words[${#words[@]} - 1]}"
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD=$((${#words[@]} - 1))
            \#(function) "${1}" "${last}" "${words[${#words[@]} - 2]}"
            if "${are_files}"; then
                compopt -o filenames 2>/dev/null
                return 0
            fi
            for index in "${!COMPREPLY[@]}"; do
                reply="${COMPREPLY[index]}"
                # A value follows.
                [[ "${reply}" != *= ]] || compopt -o nospace 2>/dev/null
                # bash replaces only what follows the equals sign.
                [[ "${last}" != *=* || "${last}" == -* ]] || reply="${reply#"${last%%=*}="}"
                # Within quotes, bash takes the text as it is.
                [[ "${last}" == [\"\']* || "${last#*=}" == [\"\']* ]] || printf -v reply %q "${reply}"
                COMPREPLY[index]="${reply}"
            done
            return 0
        }

        complete -F _\#(function)_word \#(program)

        """#
    }
}
