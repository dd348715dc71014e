import { type Address, createPublicClient, type Hex, http, isAddress, parseAbi } from "viem";
import { UNISWAP_V4_STATE_VIEW } from "../../../devnet/protocols/uniswap-v4.ts";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { NO_RELIERS, withReliances } from "../../../src/api/graph/reliances.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import type { Store } from "../../../src/catalog/database.ts";
import { sharedMap } from "../../../src/lib/shared-map.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import type { PoolState, Protocol } from "../../../src/protocols/protocol.ts";

// The fee of the protocol is a uint8 in Uniswap's pools and a uint32 in PancakeSwap's.
const abi = parseAbi([
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint32, bool)",
  "function liquidity() view returns (uint128)",
  "function ticks(int24) view returns (uint128, int128)",
]);
// The lens of V4's manager, which has all pools.
const lensAbi = parseAbi([
  "function getSlot0(bytes32) view returns (uint160, int24, uint24, uint24)",
  "function getLiquidity(bytes32) view returns (uint128)",
  "function getTickLiquidity(bytes32, int24) view returns (uint128, int128)",
]);

/** Every state that the tables hold now, read from nothing and linked with its base, by id. */
export async function tableStates(
  store: Store,
  chainId: number,
): Promise<ReadonlyMap<string, PoolState>> {
  const held = await store.snapshot(async (db) => {
    const request = { chainId, sinceBlock: -1, ids: [] };
    const loaded: { readonly protocol: Protocol; readonly state: PoolState }[] = [];
    for (const protocol of PROTOCOLS) {
      const states = await loadStates(db, protocol.states, request);
      loaded.push(...states.map((state) => ({ protocol, state })));
    }
    return loaded;
  });
  const byId = sharedMap(held.map((one) => [one.state.id, one] as const));
  const linked = withReliances({ states: byId, reliers: NO_RELIERS }, [...byId.keys()]);
  return new Map([...linked.states].map(([id, { state }]) => [id, state]));
}

/**
 * Where the pools of a snapshot and the contracts at its block differ, one line each, and how many
 * were compared.
 */
export async function chainDifferences(
  snapshot: Snapshot,
  url: string,
): Promise<{ readonly compared: number; readonly lines: readonly string[] }> {
  const client = createPublicClient({ transport: http(url, { batch: { batchSize: 200 } }) });
  const blockNumber = BigInt(snapshot.block.number);
  const read = (address: Address, functionName: "getReserves" | "slot0" | "liquidity") =>
    client.readContract({ address, abi, functionName, blockNumber });
  const lens = { address: UNISWAP_V4_STATE_VIEW, abi: lensAbi, blockNumber } as const;
  const concentrated = (id: Hex) =>
    isAddress(id, { strict: false })
      ? {
          slot0: () => read(id, "slot0"),
          liquidity: () => read(id, "liquidity"),
          tick: (tick: number) =>
            client.readContract({
              ...{ address: id, abi, functionName: "ticks", args: [tick], blockNumber },
            }),
        }
      : {
          slot0: () => client.readContract({ ...lens, functionName: "getSlot0", args: [id] }),
          liquidity: () =>
            client.readContract({ ...lens, functionName: "getLiquidity", args: [id] }),
          tick: (tick: number) =>
            client.readContract({ ...lens, functionName: "getTickLiquidity", args: [id, tick] }),
        };
  const lines: string[] = [];
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (String(found) !== String(wanted))
      lines.push(`${what}: ${found}, the contract has ${wanted}`);
  };
  const compare = async (state: PoolState): Promise<number> => {
    const address = state.id as Address;
    const pool = concentrated(address);
    if ("reserve0" in state && "reserve1" in state) {
      const [reserve0, reserve1] = (await read(address, "getReserves")) as readonly bigint[];
      expectSame(address, [state.reserve0, state.reserve1], [reserve0, reserve1]);
      return 1;
    }
    if (!("ticks" in state) || !("sqrtPriceX96" in state) || !("liquidity" in state)) return 0;
    const [slot0, liquidity] = await Promise.all([pool.slot0(), pool.liquidity()]);
    const [price] = slot0 as readonly bigint[];
    expectSame(address, [state.sqrtPriceX96, state.liquidity], [price, liquidity]);
    const { ticks, liquidityNet } = state.ticks as {
      readonly ticks: Int32Array;
      readonly liquidityNet: readonly bigint[];
    };
    // Swaps change no tick: the ends and the middle show whether the table is that of this block.
    for (const at of new Set([0, ticks.length >> 1, ticks.length - 1])) {
      const tick = ticks[at];
      if (tick === undefined) continue;
      const [, net] = await pool.tick(tick);
      expectSame(`${address} tick ${tick}`, liquidityNet[at], net);
    }
    return 1;
  };
  const compared = await Promise.all([...snapshot.pools.values()].map(compare));
  return { compared: compared.reduce((sum, one) => sum + one, 0), lines };
}
