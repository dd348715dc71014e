import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { type Program, startApi, startProgram, untilOn } from "./program.ts";
import { startProxy } from "./proxy.ts";

const CHAIN_ID = 80_094;

/**
 * The service on one chain of the devnet: a database, an indexer, two APIs of one process each, a
 * proxy before them.
 */
export interface DividedService {
  readonly postgres: Postgres;
  readonly devnet: Devnet;
  readonly proxyUrl: string;
  /** In the order of their start. */
  readonly indexers: readonly Program[];
  /** The APIs behind the proxy. */
  readonly apis: readonly Program[];
  /** Starts another API, behind the proxy once it is ready, in the place of one that is gone. */
  replaceApi(gone: Program): Promise<Program>;
  /**
   * Starts an indexer that fills a schema and moves the chain to it. @param base DATABASE_SCHEMA.
   */
  startIndexer(base: string): Promise<Program>;
  mine(): Promise<void>;
  /** Mines, and waits until every API stands on the node's head. */
  followed(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts everything and waits until it is ready; the indexer fills `weir_80094`. @param env Beyond
 * chains and database.
 */
export async function startDividedService(
  env: Readonly<Record<string, string>>,
): Promise<DividedService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const postgres = await startPostgres();
    stops.push(postgres.stop);
    const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
    stops.push(devnet.stop);
    const nodeUrl = devnet.chains[0]?.url ?? "";
    const shared = {
      [`PONDER_RPC_URL_${CHAIN_ID}`]: nodeUrl,
      [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
      DATABASE_URL: postgres.url,
      POLLING_INTERVAL_MS: "200",
      ...env,
    };
    const indexers: Program[] = [];
    const startIndexer = async (base: string): Promise<Program> => {
      const program = await startProgram("indexer.ts", { ...shared, DATABASE_SCHEMA: base });
      indexers.push(program);
      stops.push(program.stop);
      return program;
    };
    const addApi = async (): Promise<Program> => {
      const program = await startApi(shared);
      stops.push(program.stop);
      return program;
    };
    await startIndexer("weir");
    const apis = await Promise.all([addApi(), addApi()]);
    const proxy = await startProxy(() => apis.map(({ url }) => url));
    stops.push(proxy.stop);

    const node = createRpc(nodeUrl);
    const mine = async (): Promise<void> => {
      await node.request("evm_mine");
    };
    const head = async () => Number(await node.request("eth_blockNumber"));
    const followed = async (): Promise<void> => {
      await mine();
      const block = await head();
      await Promise.all(apis.map((api) => untilOn(api, block)));
    };
    await followed();
    return {
      ...{ postgres, devnet, indexers, apis, startIndexer, mine, followed, stop },
      proxyUrl: proxy.url,
      async replaceApi(gone) {
        const made = await addApi();
        await untilOn(made, await head());
        apis.splice(apis.indexOf(gone), 1, made);
        return made;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
