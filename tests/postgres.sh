#!/bin/sh
# postgres.sh - starts a PostgreSQL server for a test.
#
# `postgres.sh FOLDER` creates a database cluster in FOLDER and becomes its server, on the socket
# FOLDER/.s.PGSQL.5432 only. The server ends with SIGINT, or with the process that started it. Started as root, it
# changes to the user postgres, because PostgreSQL refuses to run as root. fsync is off: written data survive the
# death of any process but not of the machine, and tests kill only processes.
#
# `postgres.sh --template FILE` creates a cluster and packs it into FILE. If HOSHI_POSTGRES_TEMPLATE names such a
# file, each test unpacks it instead of creating its own cluster, which takes half a second of processor time.
#
# `postgres.sh --around FRESH COMMAND...` runs the command with one server for all its tests; HOSHI_POSTGRES names
# its folder. The database `fresh` has the tables of a new store, made by FRESH (tests/unit/fresh_store.c). To copy
# it takes 0.1 s; a new cluster takes 1 s, and its tables 0.75 s more. Tests that stop their database or test the
# creation of tables still start their own server.
set -e
if [ "$1" = --around ]; then
    fresh=$2
    shift 2
    folder=$(mktemp -d)
    # Nothing must survive this server; its hundreds of databases are short-lived.
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
