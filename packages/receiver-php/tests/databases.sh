#!/bin/sh
# Runs a command with a PostgreSQL and a MariaDB of its own, and ends both:
#   tests/databases.sh composer test
# Needs initdb and postgres (PG_BIN = their folder), mariadbd and mariadb-install-db; in Debian
# postgresql, mariadb-server-core, mariadb-client-core, php-pgsql and php-mysql.
set -eu

folder=$(mktemp -d)
PG_BIN=${PG_BIN:-$(dirname "$(readlink -f "$(command -v initdb)")")}
servers=''
is_running=''

stop() {
  [ -n "$is_running" ] || cat "$folder/log"
  for server in $servers; do
    kill -TERM "$server" 2>/dev/null || true
    wait "$server" || true
  done
  rm -rf "$folder"
}
trap stop EXIT

# Both servers refuse to run as root.
as_nobody=''
if [ "$(id -u)" = 0 ]; then
  as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
  chown 65534:65534 "$folder"
fi

$as_nobody "$PG_BIN/initdb" -D "$folder/pgsql" -U shop --auth=trust >"$folder/log" 2>&1
$as_nobody "$PG_BIN/postgres" -D "$folder/pgsql" -c listen_addresses= -c unix_socket_directories="$folder" >>"$folder/log" 2>&1 &
servers="$servers $!"
$as_nobody mariadb-install-db --no-defaults --datadir="$folder/mysql" --auth-root-authentication-method=normal >>"$folder/log" 2>&1
$as_nobody mariadbd --no-defaults --datadir="$folder/mysql" --skip-networking --socket="$folder/mysql.sock" >>"$folder/log" 2>&1 &
servers="$servers $!"

export TEST_PGSQL_DSN="pgsql:host=$folder;dbname=postgres;user=shop"
export TEST_MYSQL_DSN="mysql:unix_socket=$folder/mysql.sock;dbname=test;user=root"

is_ready='try { new PDO(getenv("TEST_PGSQL_DSN")); new PDO(getenv("TEST_MYSQL_DSN")); } catch (PDOException) { exit(1); }'
tries=0
until php -r "$is_ready"; do
  tries=$((tries + 1))
  [ "$tries" -le 300 ] || exit 1
  sleep 0.2
done
is_running=yes

"$@"
