// `npm run indexer`: Ponder without the API, for API processes elsewhere. Its own server tells health and metrics on HOST and PORT.
import { join } from "node:path";
import type { Environment } from "../src/lib/env.ts";
import { ROOT, runMain } from "./start/main.ts";
import { requireNodes } from "./start/nodes.ts";
import { requireOwnChains } from "./start/postgres.ts";
import { requireShared } from "./start/shared.ts";

/** Becomes Ponder, which then handles the signals: no process stands between it and who started this one. */
async function main(environment: Environment): Promise<void> {
  const url = requireShared(environment, "npm run indexer");
  await requireOwnChains(url, await requireNodes(environment));
  const { databaseSchema, viewsSchema, host } = environment;
  process.env.WEIR_API = "off";
  process.env.NODE_ENV ??= "production";
  const ponder = join(ROOT, "node_modules/ponder/dist/esm/bin/ponder.js");
  process.argv = [
    ...[process.execPath, ponder, "start", "--root", ROOT],
    ...["--schema", databaseSchema, "--hostname", host, "--log-format", "json"],
    ...(viewsSchema === null ? [] : ["--views-schema", viewsSchema]),
  ];
  await import(ponder);
}

const code = await runMain(main);
if (code !== 0) process.exit(code);
