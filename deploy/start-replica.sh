#!/bin/bash
# Starts a streaming replica: copies the primary into an empty volume first. Usage: start-replica.sh <host of the primary> [<port>]
set -euo pipefail

# The last file to be copied: a copy without it was cut short.
if [ ! -s "$PGDATA/global/pg_control" ]; then
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --host "$1" --port "${2:-5432}" --username "$POSTGRES_USER" \
    --pgdata "$PGDATA" --wal-method stream --checkpoint fast --write-recovery-conf
fi
chmod 0700 "$PGDATA"
run=()
if [ "$(id -u)" = 0 ]; then
  chown -R postgres:postgres "$PGDATA"
  run=(gosu postgres)
fi
# With the feedback the primary keeps rows that a read here still needs.
exec "${run[@]}" postgres -c hot_standby_feedback=on -c shared_buffers=1GB
