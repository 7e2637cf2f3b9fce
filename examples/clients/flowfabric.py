#!/usr/bin/env python3
"""Submits and works over HTTP, with Python's standard library and nothing else.

    flowfabric.py submit 6     submits six numbers and waits for their squares
    flowfabric.py work         squares numbers until Ctrl-C or SIGTERM

FF_URL names the server (http://127.0.0.1:9090), FF_API_TOKEN the key if it wants one, FF_LANE the lane (squares),
FF_LEASE_MS how long a worker may be silent before another gets its work (30000), FF_WORK_SECONDS how long a number
takes (1).
"""
import http.client, json, os, random, signal, socket, sys, threading, time, urllib.error, urllib.request
from concurrent.futures import ThreadPoolExecutor

URL = os.environ.get("FF_URL", "http://127.0.0.1:9090")
TOKEN = os.environ.get("FF_API_TOKEN", "")
LANE = os.environ.get("FF_LANE", "squares")
LEASE_MS = int(os.environ.get("FF_LEASE_MS", "30000"))
WORK_SECONDS = float(os.environ.get("FF_WORK_SECONDS", "1"))
WAIT_MS = 20_000  # how long the server may keep a request that waits
SLOTS = 4  # numbers at the same time
NAMESPACE, KIND = "examples", "square"

# What may be sent again when its answer was lost. A claim is not among them: see work().
SAFE = {"create_execution", "await_result", "renew", "complete", "fail"}


# The server is away, or its answer broke off.
LOST = (OSError, ValueError, http.client.HTTPException)


class Refused(Exception):
    """The server understood, and said no."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('error', '')}")
        self.again = status in (429, 502, 503, 504) or bool(body.get("retryable"))


def send(operation, arguments):
    headers = {"Content-Type": "application/json", "FF-Bytes": "json"}
    if TOKEN:
        headers["Authorization"] = "Bearer " + TOKEN
    request = urllib.request.Request(f"{URL}/v1/ops/{operation}", json.dumps(arguments).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT_MS / 1000 + 20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        text = error.read()
        raise Refused(error.code, json.loads(text) if text.startswith(b"{") else {}) from None


def call(operation, arguments, timeout=120):
    """One operation; a safe one is repeated, ever more slowly, while the server is away."""
    begin, delay = time.monotonic(), 0.1
    while True:
        try:
            return send(operation, arguments)
        except (*LOST, Refused) as error:
            hopeless = isinstance(error, Refused) and not error.again
            if hopeless or operation not in SAFE or time.monotonic() - begin > timeout:
                raise
        time.sleep(delay * random.uniform(0.5, 1))
        delay = min(delay * 2, 5)


def submit(count):
    ids = []
    for number in range(1, count + 1):
        answer = call("create_execution", {
            "namespace": NAMESPACE, "lane_id": LANE, "execution_kind": KIND,
            "input_payload": {"json": {"number": number}}, "payload_encoding": "json",
            # A second submission with the same key answers the execution that is there.
            "idempotency_key": f"python-{number}",
            "policy": {"retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 200}}}})
        ids.append(next(iter(answer.values()))["execution_id"])  # Created or Duplicate
    for execution_id in ids:
        answer = "Pending"
        while answer == "Pending":
            answer = call("await_result", {"execution_id": execution_id, "max_wait_ms": WAIT_MS})
        ended = answer["Ended"]
        if ended["public_state"] != "completed":
            sys.exit(f"{execution_id} ended as {ended['public_state']}: {ended.get('failure_reason')}")
        result = ended["result"]["json"]
        print(f"{result['number']} squared is {result['square']}", flush=True)


def square(task):
    """The work itself. Every third number fails at first, to show a retry."""
    number = task["input_payload"]["json"]["number"]
    time.sleep(WORK_SECONDS)
    if number % 3 == 0 and task["attempt_index"] == 0:
        raise ArithmeticError(f"{number} is hard")
    return {"number": number, "square": number * number, "by": "python"}


def renew(handle, done):
    """Keeps the lease: at a third of its time, so that two renewals may get lost."""
    while not done.wait(LEASE_MS / 3000):
        try:
            call("renew", {"handle": handle}, timeout=LEASE_MS / 1000)
        except Exception as error:
            print(f"lease lost: {error}", file=sys.stderr, flush=True)
            return


def handle(task):
    lease, done = task["handle"], threading.Event()
    threading.Thread(target=renew, args=(lease, done), daemon=True).start()
    number = task["input_payload"]["json"]["number"]
    print(f"works on {number}, attempt {task['attempt_index']}", flush=True)
    try:
        try:
            result = square(task)
        except Exception as error:
            answer = call("fail", {"handle": lease, "reason": str(error), "category": type(error).__name__})
            print(f"{number} failed: {error}; {next(iter(answer))}", flush=True)
        else:
            call("complete", {"handle": lease, "payload": {"json": result}})
            print(f"{number} done", flush=True)
    except Exception as error:  # the lease is another's by now: our result was not stored
        print(f"{number} not stored: {error}", file=sys.stderr, flush=True)
    finally:
        done.set()


def work():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # leaves the pool below, which finishes what it began
    claim = {"lane_id": LANE, "namespace": NAMESPACE, "worker_id": "python-squares",
             "worker_instance_id": f"python-{socket.gethostname()}-{os.getpid()}",
             "lease_ttl_ms": LEASE_MS, "max_wait_ms": WAIT_MS}
    free, pause = threading.Semaphore(SLOTS), 0.25
    with ThreadPoolExecutor(SLOTS) as pool:
        while True:
            free.acquire()  # take no work that could not begin here
            answer = "NoWork"
            try:
                answer, pause = call("claim", claim), 0.25
            except (*LOST, Refused) as error:
                # Not repeated but asked anew: what a lost answer gave us comes back when its lease has expired.
                print(f"no claim: {error}", file=sys.stderr, flush=True)
                pause = min(pause * 2, 5)
                time.sleep(pause * random.uniform(0.5, 1))
            if answer == "NoWork":
                free.release()
            else:
                pool.submit(handle, answer["Claimed"]).add_done_callback(lambda _: free.release())


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["work"]:
            work()
        elif len(sys.argv) == 3 and sys.argv[1] == "submit":
            submit(int(sys.argv[2]))
        else:
            sys.exit(__doc__)
    except KeyboardInterrupt:
        sys.exit(130)
