import { type Hex, hexToBigInt, numberToHex, toEventSelector } from "viem";
import { lower } from "../../src/lib/address.ts";
import { UNISWAP_V3_FACTORY } from "../protocols/uniswap-v3.ts";
import { poolCreatedData, word } from "./accounts.ts";
import { type MarketSize, v3PoolAt } from "./market.ts";

/** A log as nodes answer it. */
export interface CreationLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
  readonly logIndex: Hex;
  readonly removed: false;
}

// https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/interfaces/IUniswapV3Factory.sol
export const POOL_CREATED = toEventSelector("PoolCreated(address,address,uint24,int24,address)");
/** The block in which the V3 factory was made on mainnet. @see https://etherscan.io/tx/0x1e20cd6d47d7021ae7e437792823517eeadd835df09dde17ab45afd7a5df4603 */
const FACTORY_BLOCK = 12_369_621;

/** The creations of the market's V3 pools, evenly from the factory's block to `before`. */
export function poolCreations(
  size: MarketSize,
  { wrapped, before }: { readonly wrapped: Hex; readonly before: number },
): { between(from: number, to: number): readonly CreationLog[] } {
  const step = (before - FACTORY_BLOCK) / size.v3Pools;
  const blockOf = (place: number) => FACTORY_BLOCK + Math.floor(place * step);

  function logOf(place: number): CreationLog {
    const pool = v3PoolAt(size, place);
    const isFirst = hexToBigInt(pool.token) < hexToBigInt(wrapped);
    const tokens = isFirst ? [pool.token, wrapped] : [wrapped, pool.token];
    const hash = word(BigInt(blockOf(place)));
    return {
      address: lower(UNISWAP_V3_FACTORY),
      topics: [
        POOL_CREATED,
        ...tokens.map((token) => word(hexToBigInt(token))),
        word(BigInt(pool.feePips)),
      ],
      data: poolCreatedData(pool),
      blockNumber: numberToHex(blockOf(place)),
      ...{ blockHash: hash, transactionHash: hash, transactionIndex: "0x0", logIndex: "0x0" },
      removed: false,
    };
  }

  return {
    between(from, to) {
      const first = Math.max(0, Math.ceil((from - FACTORY_BLOCK) / step) - 1);
      const found: CreationLog[] = [];
      for (let place = first; place < size.v3Pools && blockOf(place) <= to; place++) {
        if (blockOf(place) >= from) found.push(logOf(place));
      }
      return found;
    },
  };
}
