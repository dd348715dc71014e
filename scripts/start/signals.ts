import { StopRequest } from "./failure.ts";

/**
 * A terminal's Ctrl-C arrives several times: from the terminal itself, from npm and from the script
 * runner.
 */
const SAME_PRESS_MS = 500;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort with a `StopRequest`; a further signal, later than
 * the echoes of the first, calls `onSecond`.
 */
export function stopSignal(onSecond: () => void): AbortSignal {
  const controller = new AbortController();
  let first: number | null = null;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (first === null) {
        first = Date.now();
        controller.abort(new StopRequest(name));
      } else if (Date.now() - first > SAME_PRESS_MS) {
        onSecond();
      }
    });
  }
  return controller.signal;
}
