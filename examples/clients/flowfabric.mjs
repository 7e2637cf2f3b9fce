#!/usr/bin/env node
/*
 * Submits and works over HTTP, with Node (20 or newer) and no package.
 *
 *     flowfabric.mjs submit 6     submits six numbers and waits for their squares
 *     flowfabric.mjs work         squares numbers until Ctrl-C or SIGTERM
 *
 * FF_URL names the server (http://127.0.0.1:9090), FF_API_TOKEN the key if it wants one, FF_LANE the lane (squares),
 * FF_LEASE_MS how long a worker may be silent before another gets its work (30000), FF_WORK_SECONDS how long a number
 * takes (1).
 */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const { FF_URL = "http://127.0.0.1:9090", FF_API_TOKEN = "" } = process.env;
const LANE = process.env.FF_LANE ?? "squares";
const LEASE_MS = Number(process.env.FF_LEASE_MS ?? 30_000);
const WORK_SECONDS = Number(process.env.FF_WORK_SECONDS ?? 1);
const WAIT_MS = 20_000; // how long the server may keep a request that waits
const SLOTS = 4; // numbers at the same time
const NAMESPACE = "examples", KIND = "square";

// What may be sent again when its answer was lost. A claim is not among them: see work().
const SAFE = new Set(["create_execution", "await_result", "renew", "complete", "fail"]);

/** The server understood, and said no. */
class Refused extends Error {
  constructor(status, body) {
    super(`${status} ${body.error ?? ""}`);
    this.hopeless = ![429, 502, 503, 504].includes(status) && !body.retryable;
  }
}

async function send(operation, args, signal) {
  const headers = { "content-type": "application/json", "ff-bytes": "json" };
  if (FF_API_TOKEN) headers.authorization = `Bearer ${FF_API_TOKEN}`;
  const late = AbortSignal.timeout(WAIT_MS + 20_000);
  signal = signal ? AbortSignal.any([signal, late]) : late;
  const answer = await fetch(`${FF_URL}/v1/ops/${operation}`, {
    method: "POST", headers, body: JSON.stringify(args), signal,
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer.json();
}

/** One operation; a safe one is repeated, ever more slowly, while the server is away. */
async function call(operation, args, timeout = 120_000, signal = undefined) {
  const begin = performance.now();
  for (let delay = 100; ; delay = Math.min(delay * 2, 5000)) {
    try {
      return await send(operation, args, signal);
    } catch (error) {
      if (error.hopeless || !SAFE.has(operation) || performance.now() - begin > timeout) throw error;
    }
    await sleep(delay * (0.5 + Math.random() / 2));
  }
}

async function submit(count) {
  const ids = [];
  for (let number = 1; number <= count; number++) {
    const answer = await call("create_execution", {
      namespace: NAMESPACE, lane_id: LANE, execution_kind: KIND,
      input_payload: { json: { number } }, payload_encoding: "json",
      // A second submission with the same key answers the execution that is there.
      idempotency_key: `node-${number}`,
      policy: { retry_policy: { max_retries: 3, backoff: { type: "fixed", delay_ms: 200 } } },
    });
    ids.push(Object.values(answer)[0].execution_id); // Created or Duplicate
  }
  for (const execution_id of ids) {
    let answer = "Pending";
    while (answer === "Pending") answer = await call("await_result", { execution_id, max_wait_ms: WAIT_MS });
    const { public_state, result, failure_reason } = answer.Ended;
    if (public_state !== "completed") throw new Error(`${execution_id} ended as ${public_state}: ${failure_reason}`);
    console.log(`${result.json.number} squared is ${result.json.square}`);
  }
}

/** The work itself. Every third number fails at first, to show a retry. */
async function square(task) {
  const { number } = task.input_payload.json;
  await sleep(WORK_SECONDS * 1000);
  if (number % 3 === 0 && task.attempt_index === 0) throw new RangeError(`${number} is hard`);
  return { number, square: number * number, by: "node" };
}

/** Keeps the lease: at a third of its time, so that two renewals may get lost. */
async function renew(handle, signal) {
  try {
    for (;;) {
      await sleep(LEASE_MS / 3, undefined, { signal });
      await call("renew", { handle }, LEASE_MS);
    }
  } catch (error) {
    if (!signal.aborted) console.error(`lease lost: ${error.message}`);
  }
}

async function handle(task) {
  const { handle, attempt_index, input_payload } = task;
  const { number } = input_payload.json;
  const done = new AbortController();
  renew(handle, done.signal);
  console.log(`works on ${number}, attempt ${attempt_index}`);
  try {
    const [result, failure] = await square(task).then((result) => [result], (failure) => [undefined, failure]);
    if (failure) {
      const answer = await call("fail", { handle, reason: failure.message, category: failure.name });
      console.log(`${number} failed: ${failure.message}; ${Object.keys(answer)[0]}`);
    } else {
      await call("complete", { handle, payload: { json: result } });
      console.log(`${number} done`);
    }
  } catch (error) { // the lease is another's by now: our result was not stored
    console.error(`${number} not stored: ${error.message}`);
  } finally {
    done.abort();
  }
}

async function work() {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort());
  const claim = {
    lane_id: LANE, namespace: NAMESPACE, worker_id: "node-squares",
    worker_instance_id: `node-${hostname()}-${process.pid}`, lease_ttl_ms: LEASE_MS, max_wait_ms: WAIT_MS,
  };
  const running = new Set();
  let pause = 250;
  while (!stop.signal.aborted) {
    if (running.size === SLOTS) { // take no work that could not begin here
      await Promise.race(running);
      continue;
    }
    try {
      const answer = await call("claim", claim, 0, stop.signal);
      pause = 250;
      if (answer === "NoWork") continue;
      const task = handle(answer.Claimed).finally(() => running.delete(task));
      running.add(task);
    } catch (error) {
      if (stop.signal.aborted) break;
      // Not repeated but asked anew: what a lost answer gave us comes back when its lease has expired.
      console.error(`no claim: ${error.cause?.message || error.message}`);
      pause = Math.min(pause * 2, 5000);
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: stop.signal }).catch(() => {});
    }
  }
  await Promise.all(running);
}

const [command, count] = process.argv.slice(2);
if (command === "work") await work();
else if (command === "submit" && Number(count) > 0) await submit(Number(count));
else {
  console.error("usage: flowfabric.mjs work | submit COUNT");
  process.exitCode = 2;
}
