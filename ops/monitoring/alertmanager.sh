#!/bin/sh
# Starts Alertmanager, which sends alerts to EMAIL by the mail server of SMTP_URL. Without one of the two it only shows them.
set -eu
config=${ALERTMANAGER_CONFIG:-/tmp/alertmanager.yml}

# %40 in a user or password is @.
decoded() {
  printf '%s\n' "$1" | awk '{
    text = ""
    while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      high = index("0123456789abcdef", tolower(substr($0, RSTART + 1, 1))) - 1
      low = index("0123456789abcdef", tolower(substr($0, RSTART + 2, 1))) - 1
      text = text substr($0, 1, RSTART - 1) sprintf("%c", high * 16 + low)
      $0 = substr($0, RSTART + 3)
    }
    print text $0
  }'
}

# A YAML string in single quotes.
quoted() {
  printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"
}

{
  echo 'route: { receiver: operator, group_by: [alertname], group_wait: 30s, group_interval: 5m, repeat_interval: 12h }'
  echo 'receivers:'
  echo '  - name: operator'
  if [ -n "${SMTP_URL:-}" ] && [ -n "${EMAIL:-}" ]; then
    address=${SMTP_URL#*://}
    address=${address%%/*}
    host=${address##*@}
    user=
    password=
    case $address in *@*) user=${address%@*} ;; esac
    case $user in *:*) password=${user#*:} user=${user%%:*} ;; esac
    # With port 465, TLS begins with the connection. Otherwise STARTTLS is required if there is a password to protect.
    port=587
    tls=false
    case $SMTP_URL in smtps:*) port=465 ;; *) [ -z "$password" ] || tls=true ;; esac
    case $host in *:*) ;; *) host=$host:$port ;; esac
    echo '    email_configs:'
    echo "      - to: $(quoted "$EMAIL")"
    echo "        from: $(quoted "${MAIL_FROM:-$EMAIL}")"
    echo "        smarthost: $(quoted "$host")"
    [ -z "$user" ] || echo "        auth_username: $(quoted "$(decoded "$user")")"
    [ -z "$password" ] || echo "        auth_password: $(quoted "$(decoded "$password")")"
    echo "        require_tls: $tls"
    echo '        send_resolved: true'
  fi
} > "$config"

exec alertmanager --config.file="$config" --storage.path=/alertmanager
