#!/bin/sh
# Creates the role that the server runs as, which owns nothing. The image runs it when it creates the database, and
# `ops/pronet` before each start. The password consists of letters and digits.
set -eu
psql --quiet --no-psqlrc --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -c "
do \$\$ begin
  if not exists (select from pg_roles where rolname = 'pronet_server') then
    create role pronet_server login;
  end if;
end \$\$;
alter role pronet_server password '$POSTGRES_PASSWORD'"
