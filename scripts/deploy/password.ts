import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { DeployError } from "./failure.ts";

/** Where a password may come from, the first that is there. */
export interface PasswordSources {
  readonly file: string | null;
  readonly value: string | null;
  /** Null: nobody to ask. */
  readonly terminal: NodeJS.ReadableStream | null;
}

/**
 * The password of `keystore`.
 *
 * @param prompt Shows the question where a person is asked.
 * @throws DeployError when nothing says it.
 */
export async function keystorePassword(
  keystore: string,
  sources: PasswordSources,
  prompt: (question: string) => void,
): Promise<string> {
  // Editors and echo end a file with a line break that is no part of the password.
  if (sources.file !== null) return firstLine(sources.file);
  if (sources.value !== null) return sources.value;
  if (sources.terminal !== null) {
    prompt(`Password of ${keystore}: `);
    const password = await hiddenLine(sources.terminal);
    prompt("\n");
    if (password !== null) return password;
  }
  throw new DeployError(
    "NO_KEY",
    `${keystore} needs a password and none was given; use --password-file, set WEIR_KEYSTORE_PASSWORD, or run this in a terminal.`,
  );
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const message = `The password file ${path} cannot be read; check the path and its permissions.`;
    throw new DeployError("NO_KEY", message, { cause: error });
  }
}

/** A line of `input` that is not echoed; null when it ends without one, as by Ctrl-C. */
function hiddenLine(input: NodeJS.ReadableStream): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    lines.once("line", resolve);
    lines.once("SIGINT", () => lines.close());
    lines.once("close", () => resolve(null));
  }).finally(() => lines.close()) as Promise<string | null>;
}
