// `npm run deploy:contracts -- --chain <id>`: Weir's own contracts on a real chain.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "../src/lib/env.ts";
import { DeployError } from "./deploy/failure.ts";
import { UsageError } from "./deploy/options.ts";
import { runDeploy } from "./deploy/run.ts";

const progress = {
  line: (text: string) => console.error(`weir: ${text}`),
  prompt: (question: string) => process.stderr.write(question),
};

/** Exit code: 0 when it was done, 1 when it could not be, 2 for a wrong command line. */
async function main(): Promise<number> {
  try {
    process.chdir(join(import.meta.dirname, ".."));
    if (existsSync(".env")) process.loadEnvFile(".env");
    console.log(await runDeploy(process.argv.slice(2), process.env, progress));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return 2;
    }
    if (error instanceof DeployError || error instanceof EnvironmentError) {
      console.error(`weir: ${error.message}`);
      return 1;
    }
    throw error;
  }
}

process.exitCode = await main();
