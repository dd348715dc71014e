import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readAnswer } from "./answer.ts";

/** A constant rate of requests, whatever becomes of them. */
export interface Rate {
  /** Without a slash at the end. */
  readonly url: string;
  /** Called for each request; what it returns is sent. */
  readonly nextPath: () => string;
  readonly requestsPerSecond: number;
  readonly seconds: number;
}

/** What came of it, in milliseconds. */
export interface RateTimes {
  /** From when each request was due to the end of its answer, by status. */
  readonly answered: ReadonlyMap<number, readonly number[]>;
  /** How late each request was sent, as this process shares its cores with the service. */
  readonly late: readonly number[];
}

/** A connection that is kept, and what waits for its answer. */
interface Connection {
  readonly socket: Socket;
  received: Buffer;
  answered: (status: number) => void;
  failed: (error: Error) => void;
}

/**
 * Sends requests at even distances, each when it is due and not when an earlier one is answered:
 * autocannon sends the requests of a second at its beginning. It writes to sockets and reads heads
 * itself, as an HTTP client takes as long for a request as the service for a refusal.
 *
 * @throws Error of the socket when a request gets no answer.
 */
export async function applyRate(rate: Rate): Promise<RateTimes> {
  const { url, nextPath, requestsPerSecond, seconds } = rate;
  const { hostname, port, host } = new URL(url);
  const all = new Set<Socket>();
  const free: Connection[] = [];
  const answered = new Map<number, number[]>();
  const late: number[] = [];
  const answers: Promise<void>[] = [];

  function open(): Connection {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection: Connection = {
      ...{ socket, received: Buffer.alloc(0) },
      ...{ answered: () => undefined, failed: () => undefined },
    };
    all.add(socket);
    socket.on("data", (chunk: Buffer) => {
      const { received } = connection;
      connection.received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(connection.received);
      if (answer === null) return;
      connection.received = connection.received.subarray(answer.bytes);
      free.push(connection);
      connection.answered(answer.status);
    });
    socket.once("error", (error) => connection.failed(error));
    socket.once("close", () => {
      all.delete(socket);
      const place = free.indexOf(connection);
      if (place >= 0) free.splice(place, 1);
      else connection.failed(new Error("The service closed a connection without an answer."));
    });
    return connection;
  }

  const send = (dueMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const connection = free.pop() ?? open();
      connection.failed = reject;
      connection.answered = (status) => {
        const same = answered.get(status) ?? [];
        same.push(performance.now() - dueMs);
        answered.set(status, same);
        resolve();
      };
      connection.socket.write(`GET ${nextPath()} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    });

  const startMs = performance.now();
  const total = Math.round(requestsPerSecond * seconds);
  for (let sent = 0; sent < total; ) {
    const dueMs = startMs + (sent * 1_000) / requestsPerSecond;
    const lateMs = performance.now() - dueMs;
    if (lateMs < 0) await sleep(1);
    else {
      late.push(lateMs);
      answers.push(send(dueMs));
      sent += 1;
    }
  }
  await Promise.all(answers);
  free.length = 0;
  for (const socket of all) socket.destroy();
  return { answered, late };
}
