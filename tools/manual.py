#!/usr/bin/env python3
"""Generates hoshi.6 and the shell completions from the output of `hoshi help`, so that they always agree.

usage: manual.py HOSHI VERSION CHANGELOG OUTDIR   writes hoshi.6, hoshi.bash, _hoshi (zsh), hoshi.fish

The manual's date is SOURCE_DATE_EPOCH, or the date of the newest entry of the Debian changelog."""
import email.utils
import os
import re
import subprocess
import sys
import textwrap
import time

import games

OPTION = re.compile(r"^\s+(?:-(\w), )?\s*--([a-z][a-z0-9-]*)(?:[ =]([A-Z][^\s]*|\S*\|\S*))?(?:\s{2,}(.*)|)$")
SUBCOMMAND = re.compile(r"^  ([a-z]+)(?: [A-Z\[].*?|)(?:\s{2,}(.*)|)$")


def ask(hoshi, *words):
    return subprocess.run([hoshi, *words], check=True, capture_output=True, text=True).stdout


def commands(hoshi):
    listing = ask(hoshi, "--help").split("commands:\n")[1].split("\n\n")[0]
    for line in listing.splitlines():
        name, summary = line.split(None, 1)
        yield name, summary, ask(hoshi, "help", name)


def options(text):
    for line in text.splitlines():
        found = OPTION.match(line)
        if found:
            letter, name, value, about = found.groups()
            yield letter, name, value, (about or "").strip()


def date_of(changelog):
    """YYYY-MM-DD, UTC."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    else:
        with open(changelog, encoding="utf-8") as file:
            newest = re.search(r"(?m)^ -- .*>  (.*)$", file.read()).group(1)
        seconds = email.utils.mktime_tz(email.utils.parsedate_tz(newest))
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


def filled(text):
    """A paragraph for roff, in lines that are short enough to be read in the source."""
    return roff(textwrap.fill(" ".join(text.split()), 76, break_on_hyphens=False))


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.splitlines())


def manual(all_commands, version, date):
    out = [f'.TH HOSHI 6 "{date}" "hoshi {version}" "Games Manual"', ".SH NAME",
           "hoshi \\- play, analyse and host Palisade, Redstone, Levee and Claims", ".SH SYNOPSIS",
           ".B hoshi", ".I COMMAND", "[\\fIARGUMENTS\\fR]", ".SH DESCRIPTION",
           filled("hoshi plays four abstract board games on the terminal, analyses them, serves them to browsers and programs, "
                  "and speaks GTP. Palisade, Redstone and Levee are by Mark Steere; the game that hoshi calls Claims is by Barrie Evans."),
           ".SH COMMANDS"]
    for name, summary, text in all_commands:
        out += [f".SS hoshi {roff(name)}", roff(summary[0].upper() + summary[1:] + "."), ".PP", ".nf", roff(text.rstrip()), ".fi"]
    out += [".SH EXIT STATUS", ".TP", ".B 0", "done", ".TP", ".B 1",
            "the answer is no (differences found, a check failed), or it failed while running", ".TP", ".B 2",
            "wrong use: an unknown option, a bad value", ".TP", ".B 130", "ended by Ctrl\\-C before it was done", ".SH ENVIRONMENT",
            ".TP", ".B HOSHI_TABLES", "the folder of tables of small boards (see hoshi table)", ".TP", ".B XDG_DATA_HOME",
            filled("where the store lies unless it is named: $XDG_DATA_HOME/hoshi (default ~/.local/share/hoshi)"), ".TP", ".B NO_COLOR",
            "if set, output to a terminal is not coloured", ".SH FILES", ".TP", ".I ~/.local/share/hoshi",
            "the store and the tables of a user", ".TP", ".I /etc/hoshi/hoshi.conf", "settings of the service",
            ".TP", ".I /var/lib/hoshi", "the store of the service", ".SH EXAMPLES", ".nf",
            roff("hoshi play redstone --level 3          a game on the terminal\n"
                 "hoshi analyze game.sgf --seconds 2.5   the best moves in the last position\n"
                 "hoshi solve levee -n 5 --proof p.gz    who wins, with a proof\n"
                 "hoshi verify p.gz                      the proof, by the rules alone\n"
                 "hoshi serve --listen 127.0.0.1:8080    a server with the page"), ".fi",
            ".SH SEE ALSO", filled("The documentation in /usr/share/doc/hoshi, with the rules in RULES.md and the HTTP API in API.md; "
                                   "the header hoshi.h of libhoshi.")]
    return "\n".join(out) + "\n"


def choices(value):
    """The words that an option takes, where its help names them: light|dark."""
    if value is None or "|" not in value:
        return []
    if value.endswith("=0|1"):  # --opt NAME=0|1
        return ["swap=0", "swap=1", "jacked=0", "jacked=1"]
    return value.split("|")


def words(name, text):
    """The words without dashes that may follow a command: (word, description)."""
    usage, _, rest = text.partition("\n\n")
    found = {word: "" for word in re.findall(rf"hoshi {name} ([a-z]+)\b", usage)}
    if " COMMAND" in usage:
        for line in rest.splitlines():
            one = SUBCOMMAND.match(line)
            if one:
                found[one[1]] = (one[2] or "").strip()
    if "GAME" in usage:
        found.update((game, "") for game in games.names())
    return list(found.items())


def bash(all_commands):
    names = " ".join(n for n, _, _ in all_commands)
    out = ["# bash completion for hoshi", "_hoshi()", "{",
           '    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words="" values=""', "    COMPREPLY=()",
           "    # --option=value comes as three words",
           '    [ "$cur" = = ] && cur=""',
           '    [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD - 2]}',
           '    [ "${COMP_WORDS[COMP_CWORD]}" = = ] && before=${COMP_WORDS[COMP_CWORD - 1]}',
           "    if [ \"$COMP_CWORD\" = 1 ]; then", f"        words=\"{names} help --help --version\"", "    else",
           '        case "${COMP_WORDS[1]} $before" in']
    for name, _, text in all_commands:
        for _, option, value, _ in options(text):
            if choices(value):
                out.append(f'        "{name} --{option}") values="{" ".join(choices(value))}" ;;')
    out += ["        esac", '        if [ -n "$values" ]; then', '            mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")',
            "            return", "        fi", '        case "${COMP_WORDS[1]}" in']
    for name, _, text in all_commands:
        flags = [f"--{o[1]}" for o in options(text)] + ["--help"] + [w for w, _ in words(name, text)]
        out.append(f'        {name}) words="{" ".join(flags)}" ;;')
    out += [f"        help) words=\"{names}\" ;;", "        esac", "    fi",
            '    case "$cur" in', '    -*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;',
            '    *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur") ;;', "    esac", "}",
            "complete -F _hoshi hoshi"]
    return "\n".join(out) + "\n"


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def described(word, about):
    about = about.replace(":", " ")
    return quoted(word.replace(":", "\\:") + (":" + about if about else ""))


def zsh(all_commands):
    out = ["#compdef hoshi", "_hoshi() {", "  local -a commands choices values; commands=("]
    out += [f"    {described(n, s)}" for n, s, _ in all_commands]
    out += ["  )", "  if (( CURRENT == 2 )); then _describe command commands; return; fi",
            "  local before=$words[CURRENT-1]",
            "  if [[ $PREFIX == --*=* ]]; then before=${PREFIX%%=*}; compset -P '*='; fi",
            '  case "$words[2] $before" in']
    for name, _, text in all_commands:
        for _, option, value, _ in options(text):
            if choices(value):
                out.append(f'    "{name} --{option}") values=({" ".join(choices(value))}) ;;')
    out += ["  esac", "  if (( $#values )); then compadd -a values; return; fi", "  case $words[2] in"]
    for name, _, text in all_commands:
        flags = [described("--" + o[1], o[3] or "") for o in options(text)] + [described(*w) for w in words(name, text)]
        out.append(f"    {name}) choices=({' '.join(flags)}) ;;")
    out += ["    help) choices=($commands) ;;", "  esac", "  _describe argument choices", "  _files", "}", '_hoshi "$@"']
    return "\n".join(out) + "\n"


def fish(all_commands):
    out = ["complete -c hoshi -f -n __fish_use_subcommand -l help -d 'list the commands'"]
    for name, summary, text in all_commands:
        out.append(f"complete -c hoshi -f -n __fish_use_subcommand -a {name} -d {quoted(summary)}")
        seen = f"complete -c hoshi -n '__fish_seen_subcommand_from {name}'"
        for letter, option, value, about in options(text):
            short = f" -s {letter}" if letter else ""
            need = f" -x -a '{' '.join(choices(value))}'" if choices(value) else " -r" if value else ""
            out.append(f"{seen} -l {option}{short}{need} -d {quoted(about or option)}")
        for word, about in words(name, text):
            out.append(f"{seen} -a {word}" + (f" -d {quoted(about)}" if about else ""))
    return "\n".join(out) + "\n"


def main():
    hoshi, version, changelog, folder = sys.argv[1:5]
    all_commands = list(commands(hoshi))
    for name, text in (("hoshi.6", manual(all_commands, version, date_of(changelog))), ("hoshi.bash", bash(all_commands)),
                       ("_hoshi", zsh(all_commands)), ("hoshi.fish", fish(all_commands))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
