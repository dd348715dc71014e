// `npm run indexer`: Ponder without the API, one process for each group of chains.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Environment } from "../src/lib/env.ts";
import { StartError, StopRequest } from "./start/failure.ts";
import { environmentOf, type IndexPlan, indexOf } from "./start/index-plan.ts";
import { ponderArguments, startIndexer } from "./start/indexer.ts";
import { ROOT, runMain } from "./start/main.ts";
import { requireNodes } from "./start/nodes.ts";
import { requirePorts } from "./start/ports.ts";
import { requireOwnChains } from "./start/postgres.ts";
import { requireChains, requireDatabaseUrl } from "./start/required.ts";
import { stopSignal } from "./start/signals.ts";
import { createSupervisor } from "./start/supervisor.ts";

const USAGE = `usage: npm run indexer [-- --chains <chainId>,<chainId>…]

  --chains   the chains to index, by one process into one schema; when absent, all that have a URL,
             each by a process of its own`;

/** What the command line asks for. @throws StartError */
function indexesOf({ chains, databaseSchema }: Environment): readonly IndexPlan[] {
  let wanted: string | undefined;
  try {
    ({ chains: wanted } = parseArgs({ options: { chains: { type: "string" } } }).values);
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
  if (wanted === undefined) return [...chains.keys()].map((id) => indexOf([id], databaseSchema));
  const chainIds = wanted.split(",").map((text) => {
    const chainId = Number(text);
    if (chains.has(chainId)) return chainId;
    throw new StartError(
      `--chains names "${text}", which has no PONDER_RPC_URL_<chainId>; those that have one are ${[...chains.keys()].join(", ")}.`,
    );
  });
  return [indexOf(chainIds, databaseSchema)];
}

/**
 * Becomes Ponder, which then handles the signals: no process stands between it and who started this
 * one.
 */
async function become({ host }: Environment, index: IndexPlan): Promise<void> {
  const kept = environmentOf(index, process.env);
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
  const [ponder = "", ...args] = ponderArguments(ROOT, index.schema);
  process.argv = [process.execPath, ponder, ...args, "--hostname", host];
  await import(ponder);
}

/** Runs one process for each index until a stop is asked for; their servers have ports in a row. */
async function superviseAll(
  { host, port, dataDirectory }: Environment,
  indexes: readonly IndexPlan[],
): Promise<void> {
  const ports = indexes.map((_, place) => port + place);
  const purpose = "an indexer";
  await requirePorts(ports.map((each) => ({ variable: "PORT", host, port: each, purpose })));
  const supervisor = createSupervisor(stopSignal(() => supervisor.kill()));
  try {
    for (const [place, index] of indexes.entries()) {
      startIndexer(supervisor, {
        ...{ root: ROOT, env: process.env, host, index, port: port + place },
        logDirectory: join(dataDirectory, "logs"),
        onRestart: (line) => console.log(line),
        onLine(line) {
          console.log(line);
          return "shown";
        },
      });
    }
    await supervisor.during(new Promise<never>(() => undefined));
  } catch (error) {
    if (!(error instanceof StopRequest)) throw error;
  } finally {
    await supervisor.stop();
  }
}

async function main(environment: Environment): Promise<void> {
  requireChains(environment, "npm run indexer");
  process.env.DATABASE_URL = await requireDatabaseUrl(environment, "npm run indexer");
  process.env.NODE_ENV ??= "production";
  const indexes = indexesOf(environment);
  const wanted = new Set(indexes.flatMap(({ chainIds }) => chainIds));
  const chains = new Map([...environment.chains].filter(([chainId]) => wanted.has(chainId)));
  const nodes = await requireNodes({ ...environment, chains });
  await requireOwnChains(process.env.DATABASE_URL, nodes);
  const [index, ...others] = indexes;
  if (index !== undefined && others.length === 0) return become(environment, index);
  await superviseAll(environment, indexes);
  process.exit(0);
}

const code = await runMain(main);
if (code !== 0) process.exit(code);
