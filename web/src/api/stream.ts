import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Api, ApiError, errorOf, type Parameters } from "./client";

/**
 * Milliseconds before a stream that ended is opened again, at first; they double up to the most.
 */
const LEAST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 16_000;

export interface Listener<T> {
  readonly onValue: (value: T) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Follows server-sent events of the API until `signal` aborts: `error` and what keeps a stream from
 * opening go to `onError`, all else to `onValue`. `EventSource` cannot send a key. A stream that
 * ended, or could not be opened for now, is opened again.
 */
export async function follow<T>(
  api: Api,
  {
    path,
    query,
    signal,
  }: { readonly path: string; readonly query: Parameters; readonly signal: AbortSignal },
  { onValue, onError }: Listener<T>,
): Promise<void> {
  let pauseMs = LEAST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const stream = await api.open(path, query, signal);
      const events = stream
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      // Not every browser iterates streams.
      for (let next = await events.read(); !next.done; next = await events.read()) {
        pauseMs = LEAST_PAUSE_MS;
        if (next.value.event === "error") onError(errorOf(next.value.data));
        else onValue(JSON.parse(next.value.data) as T);
      }
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      if (error instanceof ApiError && !isPassing(error.status)) return;
    }
    await new Promise((done) => setTimeout(done, pauseMs));
    pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS);
  }
}

/** What the service is too busy or too young for, or was not there for, comes later. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status === 503;
}
