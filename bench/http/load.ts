import autocannon from "autocannon";
import { quantile } from "../statistics.ts";

/** A number of connections, each of which sends its next request when the last one is answered. */
export interface Load {
  /** Without a slash at the end. */
  readonly url: string;
  /** Called for each request; what it returns is sent. */
  readonly nextPath: () => string;
  readonly connections: number;
  readonly seconds: number;
}

/** What came of a load. Refusals are counted and timed like answers. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly answered: number;
  /** Answers of the status 4xx and 5xx by their `code`. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Puts a load on a service. Throws when a request gets no HTTP answer. */
export async function applyLoad({
  url,
  nextPath,
  connections,
  seconds,
}: Load): Promise<LoadResult> {
  const refused = new Map<string, number>();
  const times: number[] = [];
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "GET",
        // All connections draw from one source; a list would be sent by each of them.
        setupRequest: (request) => ({ ...request, path: nextPath() }),
        onResponse(status, body) {
          if (status < 400) return;
          const { code }: { code?: string } = JSON.parse(body);
          const name = code ?? String(status);
          refused.set(name, (refused.get(name) ?? 0) + 1);
        },
      },
    ],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const { errors, timeouts, duration, "2xx": answered } = result;
  if (errors + timeouts > 0) {
    throw new Error(`${errors} requests failed and ${timeouts} were not answered in time.`);
  }
  return {
    requestsPerSecond: times.length / duration,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    answered,
    refused,
  };
}
