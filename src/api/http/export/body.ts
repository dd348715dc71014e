import { setImmediate as nextTurn } from "node:timers/promises";

/** Characters after which a chunk is sent. */
const CHUNK_LENGTH = 65_536;

/**
 * A response body of lines that are made as the client takes them, a chunk in a turn of the event
 * loop; none is made after the client is gone.
 */
export function bodyOf(lines: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        await nextTurn();
        let chunk = "";
        let line = lines.next();
        while (line.done !== true) {
          chunk += line.value;
          if (chunk.length >= CHUNK_LENGTH) break;
          line = lines.next();
        }
        if (chunk !== "") controller.enqueue(encoder.encode(chunk));
        if (line.done === true) controller.close();
      },
      cancel() {
        lines.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
