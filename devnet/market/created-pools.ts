import { type Address, decodeEventLog, type Hex, parseAbi, toEventSelector } from "viem";
import { z } from "zod";
import { lower } from "../../src/lib/address.ts";
import type { Rpc } from "../rpc.ts";
import type { V3Plan, Venue } from "./pool-plan.ts";

const factoryAbi = parseAbi([
  "event PairCreated(address indexed token0, address indexed token1, address pair, uint256 pairCount)",
  "event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)",
]);

const hexString = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"));
const logsSchema = z.array(
  z.object({ address: hexString, data: hexString, topics: z.tuple([hexString], hexString) }),
);

/** Addresses of pools that the factories created; each finder throws where there is none. */
export interface CreatedPools {
  v2(tokenA: Address, tokenB: Address, venue: Venue): Address;
  v3(pool: V3Plan): Address;
}

/** Reads all creation events of the chain. */
export async function createdPools(rpc: Rpc): Promise<CreatedPools> {
  const topics = [factoryAbi.map((event) => toEventSelector(event))];
  const answer = await rpc.request("eth_getLogs", [
    { fromBlock: "0x0", toBlock: "latest", topics },
  ]);
  const found = new Map<string, Address>();
  for (const log of logsSchema.parse(answer)) {
    const event = decodeEventLog({ abi: factoryAbi, data: log.data, topics: log.topics });
    if (event.eventName === "PairCreated") {
      const { token0, token1, pair } = event.args;
      found.set(key(log.address, token0, token1, 0), lower(pair));
    } else {
      const { token0, token1, fee, pool } = event.args;
      found.set(key(log.address, token0, token1, fee), lower(pool));
    }
  }
  const find = (id: string) => {
    const address = found.get(id);
    if (address === undefined) throw new Error(`No factory created the pool ${id}.`);
    return address;
  };
  return {
    v2: (tokenA, tokenB, venue) => {
      const [first, second] = BigInt(tokenA) < BigInt(tokenB) ? [tokenA, tokenB] : [tokenB, tokenA];
      return find(key(venue.factory, first, second, 0));
    },
    v3: (pool) => find(key(pool.venue.factory, pool.token0.address, pool.token1.address, pool.fee)),
  };
}

function key(factory: Address, token0: Address, token1: Address, fee: number): string {
  return [factory, token0, token1, fee].join(" ").toLowerCase();
}
