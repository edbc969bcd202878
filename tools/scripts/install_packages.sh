#!/usr/bin/env bash
# Makes sure that the packages of tools/packages.txt are there.
# usage: install_packages.sh run|test    what is needed to run the program, or to test it as well
# Debian 12: installs what is missing. Elsewhere: names what is missing and ends with 2. Says nothing on standard output.
set -euo pipefail
purpose=$1
list=$(dirname "${BASH_SOURCE[0]}")/../packages.txt
exec >&2 </dev/null

# shellcheck source=/dev/null
system=$(. "${RAILYARD_OS_RELEASE:-/etc/os-release}" 2>/dev/null && echo "${ID:-} ${VERSION_ID:-}") || system=unknown

# What is installed, and what that stands in for: another vendor's nodejs provides npm.
there=
[ "$system" != "debian 12" ] ||
    there=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' |
        sed -n '/^installed /{s/^installed //; s/ *([^)]*)//g; p}' | tr -s ', ' '\n\n')

is_there() {  # package, command|header, name
    if [ "$system" = "debian 12" ]; then
        grep -qxF "$1" <<<"$there"
    elif [ "$2" = command ]; then
        command -v "$3" >/dev/null
    else
        echo "#include <$3>" | c++ -x c++ -E - >/dev/null 2>&1
    fi
}

missing=()
while read -r package needed kind name; do
    case $package in '' | '#'*) continue ;; esac
    [ "$needed" = run ] || [ "$purpose" = test ] || continue
    is_there "$package" "$kind" "$name" || missing+=("$package")
done <"$list"
[ ${#missing[@]} -gt 0 ] || exit 0

give_up() {
    echo "railyard: $1"
    echo "  missing, by their names in Debian 12: ${missing[*]}"
    exit 2
}
[ "$system" = "debian 12" ] || give_up "packages are missing, and this is not Debian 12: please install them yourself"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || give_up "packages are missing, and there is no sudo: install them as root"
    as_root=(sudo)
fi

echo "railyard: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_get() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1; }
if ! { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; }; then
    cat "$log"
    give_up "apt-get failed"
fi
