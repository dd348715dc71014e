// `npm run verify -- --chain <id>`: compares what the index says with a chain's node.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "../src/lib/env.ts";
import { ServiceError } from "../src/lib/errors.ts";
import { StartError } from "./start/failure.ts";
import { UsageError } from "./verify/options.ts";
import { runVerify } from "./verify/run.ts";

/** Exit code: 0 when all is equal, 1 when something is not or could not be tried, 2 for usage. */
async function main(): Promise<number> {
  try {
    process.chdir(join(import.meta.dirname, ".."));
    if (existsSync(".env")) process.loadEnvFile(".env");
    const { report, isEqual } = await runVerify(process.argv.slice(2), process.env, (line) =>
      console.error(`weir: ${line}`),
    );
    console.log(report);
    return isEqual ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return 2;
    }
    const isTold =
      error instanceof StartError ||
      error instanceof EnvironmentError ||
      error instanceof ServiceError ||
      (error instanceof Error && error.name === "WrongChainError");
    if (!isTold) throw error;
    console.error(`weir: ${error.message}`);
    return 1;
  }
}

process.exitCode = await main();
