// `npm run keys -- create | list | revoke`: the API keys of the service.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError, readEnvironment } from "../src/lib/env.ts";
import { runKeysCommand, UsageError } from "./keys/command.ts";
import { openKeyStore } from "./keys/open.ts";
import { StartError } from "./start/failure.ts";

/** Exit code: 0 when it was done, 1 when it could not be, 2 for a wrong command line. */
async function main(): Promise<number> {
  try {
    process.chdir(join(import.meta.dirname, ".."));
    if (existsSync(".env")) process.loadEnvFile(".env");
    const open = () => openKeyStore(readEnvironment(process.env));
    console.log(await runKeysCommand(process.argv.slice(2), open));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return 2;
    }
    if (error instanceof StartError || error instanceof EnvironmentError) {
      console.error(`weir: ${error.message}`);
      return 1;
    }
    throw error;
  }
}

process.exitCode = await main();
