import { z } from "zod";
import { startDevnet } from "../../devnet/index.ts";
import { createRpc, type Rpc } from "../../devnet/rpc.ts";
import { type ChaosRpc, startChaosRpc } from "./chaos-rpc.ts";
import { type Ponder, startPonder } from "./ponder.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { type Program, startApi, untilOn } from "./program.ts";
import { rented } from "./rented-class.ts";

const CHAIN_ID = 80_094;
/** 1 WBERA to HONEY through one pool, so that no gas price changes the route. */
const QUOTE =
  "/api/v1/shortcuts/quote?chainId=80094&fromAddress=0xd8da6bf26964af9d7eed9e03e53415d37aa96045&tokenIn=0x6969696969696969696969696969696969696969&amountIn=1000000000000000000&tokenOut=0xfcbd14dc51f0a4d49d5e53c2e0950e0bc26d0dce&onlyProtocols=kodiak-v2&maxLegs=1";

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  /** Of a quote. */
  readonly amountOut: string | null;
  /** Of an error. */
  readonly code: string | null;
}

const answer = z.object({ amountOut: z.string().optional(), code: z.string().optional() });

/**
 * The service on one chain of the devnet, as processes, with proxies before the node that can be
 * told to misbehave.
 */
export interface FaultyService {
  readonly postgres: Postgres;
  readonly ponder: Ponder;
  readonly api: Program;
  /** The node itself. */
  readonly node: Rpc;
  readonly proxies: readonly [ChaosRpc, ChaosRpc];
  readonly quoteUrl: string;
  /** Asks for the same quote each time; the chain is such that its amount never changes. */
  quote(): Promise<Answer>;
  mine(): Promise<void>;
  /** Mines, and waits until the service stands on the node's head. Milliseconds that took. */
  followed(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts everything and waits until it is ready. @param env Beyond chains, database and polling.
 */
export async function startFaultyService(
  env: Readonly<Record<string, string>> = {},
): Promise<FaultyService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const devnet = await startDevnet({
      chainIds: [CHAIN_ID],
      blockTimeMs: null,
      ...rented(),
    });
    stops.push(() => devnet.stop());
    const nodeUrl = devnet.chains[0]?.url ?? "";
    const proxies = [await startChaosRpc(nodeUrl), await startChaosRpc(nodeUrl)] as const;
    stops.push(() => Promise.all(proxies.map((proxy) => proxy.stop())));
    const postgres = await startPostgres();
    stops.push(postgres.stop);
    const shared = {
      [`PONDER_RPC_URL_${CHAIN_ID}`]: proxies.map(({ url }) => url).join(","),
      [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
      DATABASE_URL: postgres.url,
      POLLING_INTERVAL_MS: "200",
      MAX_LAG_SECONDS: "4",
      ...env,
    };
    const ponder = await startPonder({ env: shared });
    stops.push(ponder.stop);
    const api = await startApi(shared);
    stops.push(api.stop);
    const node = createRpc(devnet.chains[0]?.nodeUrl ?? "");
    const head = async () => Number(await node.request("eth_blockNumber"));
    const mine = async () => {
      await node.request("evm_mine");
    };
    const followed = async (): Promise<number> => {
      const started = Date.now();
      await mine();
      const output = () => `${ponder.output()}\n${api.output()}`;
      await untilOn({ url: api.url, output }, await head());
      return Date.now() - started;
    };
    const quoteUrl = `${api.url}${QUOTE}`;
    await followed();
    return {
      ...{ postgres, ponder, api, node, proxies, quoteUrl, mine, followed, stop },
      async quote() {
        const response = await fetch(quoteUrl);
        const { amountOut = null, code = null } = answer.parse(await response.json());
        return { status: response.status, amountOut, code };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
