import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A constant rate of requests, whatever becomes of them. */
export interface Rate {
  /** Without a slash at the end. */
  readonly url: string;
  /** Called for each request; what it returns is sent. */
  readonly nextPath: () => string;
  readonly requestsPerSecond: number;
  readonly seconds: number;
}

/** Connections kept open; requests beyond open more. */
const KEPT_CONNECTIONS = 512;

/**
 * Sends requests at even distances, each when it is due and not when an earlier one is answered: autocannon sends the requests of a second at
 * its beginning.
 *
 * @returns Milliseconds from when each was due to the end of its answer, by status.
 * @throws Error of the socket when a request gets no answer.
 */
export async function applyRate(rate: Rate): Promise<ReadonlyMap<number, readonly number[]>> {
  const { url, nextPath, requestsPerSecond, seconds } = rate;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS });
  const times = new Map<number, number[]>();
  const answers: Promise<void>[] = [];
  const send = (dueMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = get(`${url}${nextPath()}`, { agent }, (response) => {
        response.resume();
        response.once("error", reject);
        response.once("end", () => {
          const { statusCode: status = 0 } = response;
          const same = times.get(status) ?? [];
          same.push(performance.now() - dueMs);
          times.set(status, same);
          resolve();
        });
      });
      request.once("error", reject);
    });
  const startMs = performance.now();
  const total = Math.round(requestsPerSecond * seconds);
  for (let sent = 0; sent < total; ) {
    const dueMs = startMs + (sent * 1_000) / requestsPerSecond;
    if (dueMs > performance.now()) await sleep(1);
    else {
      answers.push(send(dueMs));
      sent += 1;
    }
  }
  await Promise.all(answers);
  agent.destroy();
  return times;
}
