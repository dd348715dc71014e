import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Environment, EnvironmentError, readEnvironment } from "../../src/lib/env.ts";
import { StartError } from "./failure.ts";

/** Directory of the project. */
export const ROOT = join(import.meta.dirname, "../..");

/**
 * Runs the main program of a process in the project's directory, on the variables of `.env` and the
 * environment.
 *
 * @returns Exit code: 1 for a failure, which is printed, without a stack when the user can change
 *   its reason.
 */
export async function runMain(main: (environment: Environment) => Promise<void>): Promise<number> {
  try {
    process.chdir(ROOT);
    if (existsSync(".env")) process.loadEnvFile(".env");
    await main(readEnvironment(process.env));
    return 0;
  } catch (error) {
    const isKnown = error instanceof StartError || error instanceof EnvironmentError;
    console.error(isKnown ? `weir: ${error.message}` : error);
    return 1;
  }
}
