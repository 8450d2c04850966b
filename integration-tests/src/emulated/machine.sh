#!/usr/bin/env bash
# An arm64 machine that counts instructions exactly, for tests on machines without hardware counters: Debian's
# kernel and JREs under QEMU, which executes instructions one by one and can tell how many.
#
#   machine.sh install                  installs what this script and the arm64 part of the jar need, where it is missing
#   machine.sh fetch                    downloads kernel, busybox and both JREs, once, as Debian packages
#   machine.sh base 17|25               makes a root file system of them, once
#   machine.sh run 17|25 JOB OUT [KERNEL-ARGUMENT...]
#                                       boots, runs JOB/run.sh as root in the folder /job, and brings what it wrote
#                                       to /out back as OUT; the exit status is that of run.sh
#
# fetch and base run by themselves when they are needed; machines may run at once. Where it keeps what it downloads:
# $TARE_EMULATED, or ~/.cache/tare-emulated. Of what it downloads nothing is installed, mounted or run on this machine
# itself.
#
# COUNTERS=no boots a machine without instruction counter.
set -euo pipefail

cache=${TARE_EMULATED:-${XDG_CACHE_HOME:-$HOME/.cache}/tare-emulated}
here=$(cd "$(dirname "$0")" && pwd)
timeout_seconds=${TARE_EMULATED_TIMEOUT:-1800}
results_megabytes=64

fail() {
  echo "machine.sh: $*" >&2
  exit 1
}

install() {
  local packages="qemu-system-arm cpio xz-utils gcc libc6-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross" tool
  local missing=
  for tool in qemu-system-aarch64 cpio xz cc aarch64-linux-gnu-gcc; do
    command -v "$tool" > /dev/null || missing+=" $tool"
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    fail "not here:$missing (Debian: apt-get install $packages)"
  fi
  exec 9> /tmp/tare-install.lock
  flock 9 # Modules are built beside each other, and apt-get waits for nobody.
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
}

# Package lists of arm64 beside, and apart from, this machine's own.
use_arm64_packages() {
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg mirror
  [ -e "$keys" ] || fail "downloads only on Debian"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -1)
  mkdir -p "$cache"/apt/{lists/partial,archives/partial}
  : > "$cache/apt/status"
  printf 'deb [arch=arm64 signed-by=%s] %s %s main\n' "$keys" "$mirror" bookworm "$keys" "$mirror" trixie \
    > "$cache/apt/sources.list"
  cat > "$cache/apt/apt.conf" << END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Default-Release "bookworm";
APT::Sandbox::User "root";
Dir::Etc::sourcelist "$cache/apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::State "$cache/apt";
Dir::State::lists "$cache/apt/lists";
Dir::State::status "$cache/apt/status";
Dir::Cache "$cache/apt";
Dir::Cache::archives "$cache/apt/archives";
END
  export APT_CONFIG="$cache/apt/apt.conf"
}

fetch() {
  use_arm64_packages
  apt-get -q update
  local kernel
  kernel=$(apt-cache depends linux-image-cloud-arm64 | awk '/Depends:/ { print $2; exit }')
  [ -n "$kernel" ] || fail "no kernel among Debian's packages"
  rm -rf "$cache/packages"
  mkdir -p "$cache"/packages/{common,17,25}
  (cd "$cache/packages/common" && apt-get -q download "$kernel" busybox-static)
  (cd "$cache/packages/17" && apt-get -q download openjdk-17-jre-headless libc6 libgcc-s1 libstdc++6 zlib1g)
  (cd "$cache/packages/25" && apt-get -q download \
    {openjdk-25-jre-headless,libc6,libgcc-s1,libstdc++6,zlib1g}/trixie)
  rm -rf "$cache/kernel"
  dpkg -x "$cache"/packages/common/linux-image-*.deb "$cache/kernel"
  cp "$cache"/kernel/boot/vmlinuz-* "$cache/vmlinuz"
}

# Unpacks a package into a root whose /bin, /lib and so on are links into /usr, as some packages do not expect.
unpack() {
  local package=$1 root=$2 part=$2.part folder
  rm -rf "$part"
  dpkg -x "$package" "$part"
  for folder in bin sbin lib lib64; do
    if [ -d "$part/$folder" ] && [ ! -L "$part/$folder" ]; then
      cp -a "$part/$folder/." "$root/usr/$folder/"
    fi
    rm -rf "${part:?}/$folder"
  done
  cp -a "$part/." "$root/"
  rm -rf "$part"
}

archive() {
  (cd "$1" && find . | LC_ALL=C sort | cpio -o -H newc --quiet --reproducible)
}

base() {
  local jdk=$1 root="$cache/root-$1" folder package module file
  [ -e "$cache/vmlinuz" ] || fetch
  rm -rf "$root"
  mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/{proc,sys,dev,tmp,root,etc,run,var,job,out,modules}
  for folder in bin sbin lib lib64; do
    ln -s "usr/$folder" "$root/$folder"
  done
  for package in "$cache/packages/$jdk"/*.deb "$cache"/packages/common/busybox-static_*.deb; do
    unpack "$package" "$root"
  done
  rm -rf "$root"/usr/share/{doc,man,locale,lintian,bug,gdb} "$root"/usr/lib/jvm/*/{legal,man,docs,jmods} \
    "$root"/usr/lib/aarch64-linux-gnu/gconv
  ln -s "java-$jdk-openjdk-arm64" "$root/usr/lib/jvm/default"
  printf 'root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/tmp:/bin/sh\n' > "$root/etc/passwd"
  printf 'root:x:0:\nuser:x:1000:\n' > "$root/etc/group"
  printf '127.0.0.1 localhost\n' > "$root/etc/hosts"
  # The disk by which results come back.
  for module in virtio virtio_ring virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_blk; do
    file=$(find "$cache/kernel" -name "$module.ko*" | head -1)
    case $file in
      '') continue ;; # built into this kernel
      *.xz) xz -dc "$file" > "$root/modules/$module.ko" ;;
      *) cp "$file" "$root/modules/$module.ko" ;;
    esac
    echo "$module" >> "$root/modules/order"
  done
  cp "$here/init" "$root/init"
  chmod +x "$root/init"
  archive "$root" > "$cache/base-$jdk.part"
  mv "$cache/base-$jdk.part" "$cache/base-$jdk.cpio"
  rm -rf "$root"
}

run() {
  local jdk=$1 job=$2 out=$3 work status
  shift 3
  mkdir -p "$cache"
  (
    flock 9
    [ -e "$cache/base-$jdk.cpio" ] && [ "$cache/base-$jdk.cpio" -nt "$here/init" ] || base "$jdk"
  ) 9> "$cache/lock"
  work=$(mktemp -d)
  trap "rm -rf '$work'" EXIT
  mkdir -p "$work/initrd/job" "$out"
  cp -a "$job/." "$work/initrd/job/"
  # The same times on every run: they are part of the machine's memory.
  find "$work/initrd" -exec touch -h -d @1700000000 {} +
  { cat "$cache/base-$jdk.cpio"; archive "$work/initrd"; } > "$work/initrd.cpio"
  truncate -s "${results_megabytes}M" "$work/results"
  # A number for shift, and one processor: with anything else instructions are not counted, or not exactly.
  local counting=(-icount "shift=0,sleep=off")
  [ "${COUNTERS:-yes}" = yes ] || counting=()
  timeout "$timeout_seconds" qemu-system-aarch64 \
    -machine virt,dtb-randomness=off -cpu neoverse-n1 -smp 1 -m 2048 -accel tcg "${counting[@]}" \
    -rtc base=2026-01-01T00:00:00,clock=vm -nographic -no-reboot -net none \
    -kernel "$cache/vmlinuz" -initrd "$work/initrd.cpio" \
    -append "console=ttyAMA0 quiet panic=-1 nokaslr norandmaps randomize_kstack_offset=off $*" \
    -drive "file=$work/results,format=raw,if=none,id=results,cache=unsafe" \
    -device virtio-blk-pci,drive=results < /dev/null 2>&1 | tr -d '\r' | tee "$out/console.log"
  tar --no-same-owner -xf "$work/results" -C "$out" 2> /dev/null || fail "the machine brought nothing back"
  status=$(cat "$out/status" 2> /dev/null || echo 99)
  return "$status"
}

case ${1:-} in
  install | fetch | base | run) "$@" ;;
  *) fail "usage: machine.sh install | fetch | base 17|25 | run 17|25 JOB OUT [KERNEL-ARGUMENT...]" ;;
esac
