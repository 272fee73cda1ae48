#!/bin/sh
# A PostgreSQL server for a test: `postgres.sh FOLDER` makes a database cluster in FOLDER and becomes
# its server, on the socket FOLDER/.s.PGSQL.5432 only. It ends with SIGINT, or with whoever started it.
# As root it becomes the user postgres, because the server refuses to run as root. Without fsync: what is
# written survives the death of any process, though not of the machine, and tests kill processes only.
#
# `postgres.sh --template FILE` makes a cluster and packs it into FILE; where HOSHI_POSTGRES_TEMPLATE names
# one, each test unpacks it instead of making its own, which takes half a second of a processor.
set -e
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
    $HOSHI_POSTGRES_OPTIONS >>"$folder/server.log" 2>&1
