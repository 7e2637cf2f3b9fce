#!/usr/bin/env python3
"""How many idle keep-alive connections a server stands, and what they cost it.

    idle-connections.py 9090 1000 5000 10000

opens so many connections to that port of this machine, each of which has sent one request and keeps quiet, and prints
after each step how long a new client waits for its answer, and the memory and threads of the server.
"""
import os, re, resource, socket, subprocess, sys, time

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def ask(connection):
    connection.sendall(REQUEST)
    answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 200"), answer
    return connection


def connect(port, number):
    # A source address has some 28,000 ports for one destination; loopback has many addresses.
    source = (f"127.0.{1 + number // 20_000}.1", 0)
    return ask(socket.create_connection(("127.0.0.1", port), timeout=30, source_address=source))


def is_alive(connection):
    try:
        return bool(ask(connection))
    except (AssertionError, OSError):
        return False


def server_on(port):
    shown = subprocess.run(["ss", "-ltnpH", f"sport = :{port}"], capture_output=True, text=True).stdout
    found = re.search(r"pid=(\d+)", shown)
    return int(found.group(1)) if found else sys.exit(f"no process listens on {port}")


def figures(pid):
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status if ":" in line)
    return int(fields["VmRSS"].split()[0]) // 1024, int(fields["Threads"]), len(os.listdir(f"/proc/{pid}/fd"))


def main(port, steps):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    pid, held = server_on(port), []
    for step in [0, *steps]:
        began = time.monotonic()
        while len(held) < step:
            held.append(connect(port, len(held)))
        opened = time.monotonic() - began
        waits = []
        for _ in range(100):
            began = time.monotonic()
            connect(port, len(held)).close()
            waits.append(time.monotonic() - began)
        memory, threads, files = figures(pid)
        print(f"{step:6} idle: opened in {opened:5.1f} s; a new client waits {sorted(waits)[50] * 1000:5.1f} ms, at worst "
              f"{max(waits) * 1000:.1f} ms; {memory} MiB resident, {threads} threads, {files} files", flush=True)
    alive = sum(is_alive(connection) for connection in held)
    print(f"{alive} still answer; the server closes what was idle for 65 seconds")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(int(sys.argv[1]), [int(step) for step in sys.argv[2:]])
