import { pathToFileURL } from "node:url";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { readChainIndexes } from "../../src/api/indexes/chain-indexes.ts";
import { openRecords } from "../../src/api/records/open.ts";
import { createPostgresStore } from "../../src/api/store/postgres.ts";

/** A checkout's own router, on a graph that its own code made. */
export interface Engine {
  readonly snapshot: Snapshot;
  readonly prices: ReturnType<typeof import("../../src/api/prices/prices.ts").createPriceBook>;
  readonly jointRouteSteps: typeof import("../../src/api/router/joint-route.ts").jointRouteSteps;
  readonly gasPriceIn: typeof import("../../src/api/prices/gas-price.ts").gasPriceIn;
}

/**
 * The graphs of several checkouts on the same rows: a chain's tables as of one block, every token
 * accepted that did not fail the quality check.
 *
 * @param on.databaseUrl Of a running service.
 * @throws Error where the chain is not indexed.
 */
export async function enginesOf(
  roots: readonly string[],
  on: { readonly databaseUrl: string; readonly chainId: number },
): Promise<readonly Engine[]> {
  const { databaseUrl, chainId } = on;
  const records = await openRecords(databaseUrl);
  const schema = (await readChainIndexes(records.db)).get(chainId);
  if (schema === undefined) throw new Error(`chain ${chainId} is not indexed.`);
  const store = createPostgresStore({ url: databaseUrl, schema });
  try {
    return await store.snapshot(async (db) => {
      const engines: Engine[] = [];
      for (const root of roots) {
        const modules = await modulesOf(root);
        const { graph, memory, heads, prices, router, chains, protocols } = modules;
        const chain = chains.CHAINS.get(chainId);
        const own = await heads.readHeads(db, { chainId, limit: 1 });
        const head = own.at(-1);
        if (chain === undefined || head === undefined) throw new Error("no block is indexed.");
        const reading = { chainId, protocols: protocols.PROTOCOLS, heads: own };
        const changes = await memory.readChanges(db, { ...reading, memory: memory.EMPTY_MEMORY });
        const held = memory.mergeChanges(memory.EMPTY_MEMORY, changes).memory;
        const verdicts = await modules.verdicts
          .createStoredVerdicts(records, chainId)
          .read([...held.tokens.keys()]);
        const accepts = (token: `0x${string}`): boolean => verdicts.get(token)?.ok !== false;
        const built = graph.buildGraph({ chain, memory: held, head, accepts });
        const chosen = modules.connectors.chooseConnectors(built.snapshot);
        const { snapshot } = graph.withConnectors(built, chosen);
        engines.push({ snapshot, prices: prices.createPriceBook(snapshot), ...router });
      }
      return engines;
    });
  } finally {
    await store.close();
    await records.close();
  }
}

async function modulesOf(root: string) {
  const from = <T>(path: string): Promise<T> => import(pathToFileURL(`${root}/src/${path}`).href);
  type Joint = typeof import("../../src/api/router/joint-route.ts");
  type Gas = typeof import("../../src/api/prices/gas-price.ts");
  const joint = await from<Joint>("api/router/joint-route.ts");
  const gas = await from<Gas>("api/prices/gas-price.ts");
  return {
    graph: await from<typeof import("../../src/api/graph/build.ts")>("api/graph/build.ts"),
    memory: await from<typeof import("../../src/api/graph/memory.ts")>("api/graph/memory.ts"),
    heads: await from<typeof import("../../src/api/graph/heads.ts")>("api/graph/heads.ts"),
    verdicts: await from<typeof import("../../src/api/graph/stored-verdicts.ts")>(
      "api/graph/stored-verdicts.ts",
    ),
    prices: await from<typeof import("../../src/api/prices/prices.ts")>("api/prices/prices.ts"),
    connectors: await from<typeof import("../../src/api/prices/choose-connectors.ts")>(
      "api/prices/choose-connectors.ts",
    ),
    chains: await from<typeof import("../../src/lib/chains.ts")>("lib/chains.ts"),
    protocols: await from<typeof import("../../src/protocols/index.ts")>("protocols/index.ts"),
    router: { jointRouteSteps: joint.jointRouteSteps, gasPriceIn: gas.gasPriceIn },
  };
}
