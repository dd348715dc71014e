#!/bin/bash
# Run once by the image of Postgres, on a new cluster: lets the replica of the same network in.
set -euo pipefail

echo "host replication $POSTGRES_USER samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
