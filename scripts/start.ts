// `npm start`: the chains, the indexer and the API with one command.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError, readEnvironment } from "../src/lib/env.ts";
import { StartError, StopRequest } from "./start/failure.ts";
import { parseFlags, USAGE } from "./start/flags.ts";
import { launch } from "./start/launch.ts";
import { takeLock } from "./start/lock.ts";
import { planStart } from "./start/plan.ts";
import { requirePorts } from "./start/ports.ts";
import { stopSignal } from "./start/signals.ts";
import { createSupervisor } from "./start/supervisor.ts";

const root = join(import.meta.dirname, "..");

function say(line: string): void {
  console.log(`weir: ${line}`);
}

/**
 * Runs until a stop is asked for or something fails. @throws StopRequest, StartError,
 * EnvironmentError
 */
async function run(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help === "asked") {
    console.log(USAGE);
    return;
  }
  process.chdir(root);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const plan = planStart(readEnvironment(process.env));
  const releaseLock = takeLock(plan.lockFile);
  const undoes: (() => Promise<void>)[] = [];
  const supervisor = createSupervisor(
    stopSignal(() => {
      supervisor.kill();
      releaseLock();
      process.exit(130);
    }),
  );
  try {
    await requirePorts(plan.ports);
    await launch({ root, plan, flags, supervisor, say, onEnd: (undo) => undoes.push(undo) });
    await supervisor.during(new Promise<never>(() => undefined));
  } catch (error) {
    if (error instanceof StopRequest) say("stopping (again to kill)");
    else say("stopping after a failure");
    throw error;
  } finally {
    await supervisor.stop();
    for (const undo of undoes.toReversed()) await undo();
    releaseLock();
  }
}

/** Exit code: 0 for a stop that was asked for, 1 for a failure. */
async function main(): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    if (error instanceof StopRequest) {
      say("stopped");
      return 0;
    }
    if (error instanceof StartError || error instanceof EnvironmentError) {
      console.error(`\nweir: ${error.message}`);
    } else {
      console.error(error);
    }
    return 1;
  }
}

process.exit(await main());
