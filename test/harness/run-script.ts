import { execFile } from "node:child_process";
import { join } from "node:path";
import { neutralEnvironment } from "./environment.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What a program printed, and its exit code. */
export interface ScriptOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of `scripts/` to its end, with nothing of the caller's that configures Weir. */
export function runScript(
  script: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ScriptOutcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, "scripts", script), ...args],
      { cwd: ROOT, env: { ...neutralEnvironment(), ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
  });
}

/** Runs a command as `npm run keys -- <args>` does. */
export function runKeys(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<ScriptOutcome> {
  return runScript("keys.ts", env, args);
}
