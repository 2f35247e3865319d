#!/bin/sh
# Runs a command as the systemd unit does, in a new mount namespace:
#   unshare --mount … sandbox.sh WAY SITE ROOT STATE_SOURCE STATE USER COMMAND…
# SITE appears as ROOT, STATE_SOURCE as STATE. WAY `tree`: nothing more, for the operator's commands. WAY `unit`: ProtectSystem=strict,
# PrivateTmp, ProtectHome, PrivateDevices, LimitNOFILE (from NOFILE), NoNewPrivileges, and the user id USER without capabilities.
set -eu
way=$1 site=$2 root=$3 state_source=$4 state=$5 user=$6
shift 6

# A folder that the machine lacks is made in a file system in memory, over the nearest one that exists.
provide() {
  at=$1
  while [ ! -d "$at" ]; do at=$(dirname "$at"); done
  [ "$at" = "$1" ] || mount -t tmpfs -o mode=755 halyard "$at"
  mkdir -p "$1"
  mount --bind "$2" "$1"
}
provide "$state" "$state_source"
provide "$root" "$site"
cd "$root"
[ "$way" = unit ] || exec "$@"

findmnt --raw --noheadings --output TARGET,VFS-OPTIONS | while read -r at options; do
  case $at/ in /dev/* | /proc/* | "$state"/*) continue ;; esac
  mount -o "remount,bind,ro,${options#r?}" "$(printf '%b' "$at")"
done
for home in /home /root /run/user; do
  [ ! -d "$home" ] || mount -t tmpfs -o mode=000,ro halyard "$home"
done
mount -t tmpfs -o mode=1777 halyard /tmp
mount -t tmpfs -o mode=1777 halyard /var/tmp
mkdir -m 755 /tmp/dev
for device in null zero full random urandom tty; do
  touch "/tmp/dev/$device"
  mount --bind "/dev/$device" "/tmp/dev/$device"
done
ln -s /proc/self/fd /tmp/dev/fd
mkdir -m 1777 /tmp/dev/shm
mount --rbind /tmp/dev /dev
umount -l /tmp
mount -t tmpfs -o mode=1777 halyard /tmp
ulimit -n "$NOFILE" 2>/dev/null || ulimit -n "$(ulimit -H -n)"
unset NOFILE
if [ "$(id -u)" = 0 ] && [ "$user" != 0 ]; then
  [ "$(stat -c %u "$state")" = "$user" ] || chown -R "$user:$user" "$state"
  exec setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
fi
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
