#!/bin/sh
# setup.sh - installs missing Debian packages (as root or with sudo), then the npm modules of the lockfile.
#
#     setup.sh [LIST]
#
# Where it may not install packages, it prints the command to run. LIST names the packages; the default is
# packages.txt.
set -eu
cd "$(dirname "$0")/.."

list=${1:-tools/packages.txt}
missing=
for package in $(sed 's/#.*//' "$list"); do
    case "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)" in
    ii*) ;;
    *) missing="$missing $package" ;;
    esac
done
# Any Node.js from 18 on will do; Debian's own is 18.
command -v node >/dev/null 2>&1 || missing="$missing nodejs"
command -v npm >/dev/null 2>&1 || missing="$missing npm"

if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        echo "hoshi needs some Debian packages. Please run this line, then try again:" >&2
        echo "  sudo apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi
    echo "Installing Debian packages:$missing"
    $as_root apt-get update -qq
    # shellcheck disable=SC2086 # the list is meant to be split
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing \
        >/dev/null
fi

if [ -f package-lock.json ]; then
    stamp=node_modules/.package-lock.json
    if [ ! -f "$stamp" ] || [ package-lock.json -nt "$stamp" ]; then
        echo "Installing npm modules"
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
        touch "$stamp"
    fi
fi
