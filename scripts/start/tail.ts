import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

const POLL_MS = 200;
const CHUNK_BYTES = 64 * 1024;

/** Follows a file that another process appends to. */
export interface Tail {
  /** Reads what is left, an unfinished last line included, and stops. */
  end(): void;
}

/** Calls `onLine` for every line of `file`, which has to exist, from its start on. */
export function followLines(file: string, onLine: (line: string) => void): Tail {
  const descriptor = openSync(file, "r");
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const read = (): void => {
    for (;;) {
      const bytes = readSync(descriptor, buffer);
      if (bytes === 0) return;
      const lines = (rest + decoder.write(buffer.subarray(0, bytes))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    }
  };
  const timer = setInterval(read, POLL_MS);
  return {
    end: () => {
      clearInterval(timer);
      read();
      closeSync(descriptor);
      if (rest !== "") onLine(rest);
    },
  };
}
