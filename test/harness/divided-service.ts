import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { collectOutput, endChild, waitUntilUp } from "./child.ts";
import { neutralEnvironment } from "./ponder.ts";
import { freePort } from "./port.ts";
import { type Postgres, startReplicatedPostgres } from "./postgres.ts";
import { startProxy } from "./proxy.ts";

const CHAIN_ID = 80_094;
const ROOT = join(import.meta.dirname, "../..");
const VIEWS = "weir_live";
const TIMEOUT_MS = 180_000;
const POLL_MS = 50;

const readiness = z.object({
  chains: z.array(z.object({ indexedBlock: z.number().nullable(), ready: z.boolean() })),
});

/** A program of `scripts/` as a process. */
export interface Program {
  readonly child: ChildProcess;
  /** Of its server. */
  readonly url: string;
  output(): string;
  /** Asks it to end and waits. */
  stop(): Promise<void>;
}

/** The service on one chain of the devnet: a primary with a replica, an indexer, two API processes on the replica, a proxy before them. */
export interface DividedService {
  readonly primary: Postgres;
  readonly replica: Postgres;
  readonly devnet: Devnet;
  readonly proxyUrl: string;
  /** In the order of their start. */
  readonly indexers: readonly Program[];
  /** The API processes behind the proxy. */
  readonly apis: readonly Program[];
  /** Starts another API process, behind the proxy once it is ready, in the place of one that is gone. */
  replaceApi(gone: Program): Promise<Program>;
  /** Starts an indexer that fills a schema and switches the views to it. */
  startIndexer(schema: string): Promise<Program>;
  mine(): Promise<void>;
  /** Mines, and waits until every API process stands on the node's head. */
  followed(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts everything and waits until it is ready; the indexer fills `weir_1`. @param env Beyond chains and databases. */
export async function startDividedService(
  env: Readonly<Record<string, string>>,
): Promise<DividedService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const directory = mkdtempSync(join(tmpdir(), "weir-divided-"));
    stops.push(async () => rmSync(directory, { recursive: true, force: true }));
    const { primary, replica } = await startReplicatedPostgres();
    stops.push(primary.stop, replica.stop);
    const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
    stops.push(devnet.stop);
    const nodeUrl = devnet.chains[0]?.url ?? "";
    const shared = {
      [`PONDER_RPC_URL_${CHAIN_ID}`]: nodeUrl,
      [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
      DATABASE_URL: primary.url,
      DATABASE_VIEWS_SCHEMA: VIEWS,
      WEIR_DATA_DIR: directory,
      POLLING_INTERVAL_MS: "200",
      ...env,
    };
    const indexers: Program[] = [];
    const startIndexer = async (schema: string): Promise<Program> => {
      const program = await startProgram("indexer.ts", { ...shared, DATABASE_SCHEMA: schema });
      indexers.push(program);
      stops.push(program.stop);
      return program;
    };
    const startApi = async (): Promise<Program> => {
      const program = await startProgram("api.ts", {
        ...shared,
        DATABASE_REPLICA_URL: replica.url,
      });
      stops.push(program.stop);
      return program;
    };
    await startIndexer("weir_1");
    const apis = await Promise.all([startApi(), startApi()]);
    const proxy = await startProxy(() => apis.map(({ url }) => url));
    stops.push(proxy.stop);

    const node = createRpc(nodeUrl);
    const mine = async (): Promise<void> => {
      await node.request("evm_mine");
    };
    const standsOn = async ({ url }: Program, block: number): Promise<boolean> => {
      const response = await fetch(`${url}/ready`);
      const [chain] = readiness.parse(await response.json()).chains;
      return chain?.ready === true && (chain.indexedBlock ?? 0) >= block;
    };
    const untilOn = async (api: Program, block: number): Promise<void> => {
      for (const started = Date.now(); !(await standsOn(api, block)); await sleep(POLL_MS)) {
        if (Date.now() - started > TIMEOUT_MS) {
          throw new Error(`block ${block} was not followed:\n${api.output()}`);
        }
      }
    };
    const head = async () => Number(await node.request("eth_blockNumber"));
    const followed = async (): Promise<void> => {
      await mine();
      const block = await head();
      await Promise.all(apis.map((api) => untilOn(api, block)));
    };
    await followed();
    return {
      ...{ primary, replica, devnet, indexers, apis, startIndexer, mine, followed, stop },
      proxyUrl: proxy.url,
      async replaceApi(gone) {
        const made = await startApi();
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

/** Starts a program and waits until it answers `/health`. */
async function startProgram(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, "scripts", script)], {
    cwd: ROOT,
    env: { ...neutralEnvironment(), ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.off("exit", kill);
    await endChild(child, "SIGTERM", 20_000);
  };
  const isUp = async () => {
    try {
      return (await fetch(`${url}/health`)).ok;
    } catch (error) {
      // Refused connections show as TypeError until the server listens.
      if (error instanceof TypeError) return false;
      throw error;
    }
  };
  try {
    await waitUntilUp(child, { name: script, isUp, output, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, url, output, stop };
}
