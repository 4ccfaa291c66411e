#!/bin/sh
# Creates the role that the server runs as, which owns nothing. The image runs it when it creates the database, and
# `ops/pronet` before each start. The password consists of letters and digits. It comes on standard input, as every user of
# the machine can read arguments.
set -eu
psql --quiet --no-psqlrc --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -v ON_ERROR_STOP=1 <<SQL
set log_min_error_statement = panic;
do \$\$ begin
  if not exists (select from pg_roles where rolname = 'pronet_server') then
    create role pronet_server login;
  end if;
end \$\$;
alter role pronet_server password '$POSTGRES_PASSWORD';
SQL
