#!/bin/sh
# A PostgreSQL server for a test: `postgres.sh FOLDER` makes a database cluster in FOLDER and becomes
# its server, on the socket FOLDER/.s.PGSQL.5432 only. It ends with SIGINT, or with whoever started it.
# As root it becomes the user postgres, because the server refuses to run as root. Without fsync: what is
# written survives the death of any process, though not of the machine, and tests kill processes only.
#
# `postgres.sh --template FILE` makes a cluster and packs it into FILE; where HOSHI_POSTGRES_TEMPLATE names
# one, each test unpacks it instead of making its own, which takes half a second of a processor.
#
# `postgres.sh --around FRESH COMMAND...` runs the command beside one server for all its tests, whose folder
# HOSHI_POSTGRES names. Its database `fresh` has the tables of a new store, made by FRESH (tests/unit/fresh_store.c):
# a copy of it takes a tenth of a second, a cluster one second and its tables three quarters of another. Tests that
# stop their database, or are about the making of the tables, still start their own.
set -e
if [ "$1" = --around ]; then
    fresh=$2
    shift 2
    folder=$(mktemp -d)
    # Nothing is to survive this server, and the hundreds of databases on it are soon gone.
    HOSHI_POSTGRES_OPTIONS='-c max_connections=500 -c autovacuum=off -c full_page_writes=off' "$0" "$folder" &
    server=$!
    trap 'kill -QUIT "$server" 2>/dev/null; wait "$server" || true; rm -rf "$folder"' EXIT
    trap 'exit 1' INT TERM HUP
    tries=0
    until psql -h "$folder" -U hoshi -qc 'CREATE DATABASE fresh' postgres >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ "$tries" = 600 ] || ! kill -0 "$server" 2>/dev/null; then
            cat "$folder"/*.log >&2
            exit 1
        fi
        sleep 0.1
    done
    "$fresh" "postgresql://hoshi@/fresh?host=$folder"
    export HOSHI_POSTGRES="$folder"
    status=0
    "$@" || status=$?
    exit "$status"
fi
template=
if [ "$1" = --template ]; then
    template=$(realpath "$2")
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
else
    folder=$1
fi
bin=$(pg_config --bindir)
as=""
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as="--reuid=postgres --regid=postgres --clear-groups"
fi
if [ ! -e "$folder/data" ] && [ -f "${HOSHI_POSTGRES_TEMPLATE:-}" ]; then
    tar -xpf "$HOSHI_POSTGRES_TEMPLATE" -C "$folder"
fi
if [ ! -e "$folder/data" ]; then
    # The cluster itself need not survive a crash while it is made.
    setpriv $as "$bin/initdb" --no-sync --auth=trust --username=hoshi --encoding=UTF8 --locale=C \
        --pgdata="$folder/data" >"$folder/initdb.log" 2>&1
fi
if [ -n "$template" ]; then
    tar -cf "$template" -C "$folder" data
    exit
fi
rm -f "$folder/data/postmaster.pid"
exec setpriv $as --pdeathsig INT "$bin/postgres" -D "$folder/data" -k "$folder" -h "" \
    -c fsync=off -c max_connections=100 -c shared_buffers=128MB -c max_wal_size=1GB -c recovery_init_sync_method=syncfs \
    -c dynamic_shared_memory_type=mmap \
    $HOSHI_POSTGRES_OPTIONS >>"$folder/server.log" 2>&1
