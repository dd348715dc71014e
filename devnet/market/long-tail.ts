import {
  type Address,
  concat,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem";
import { lower } from "../../src/lib/address.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { MARKET_MAKER } from "../protocols/market-maker.ts";
import type { DeployContext } from "../protocols/protocol.ts";
import { UNISWAP_V2_FACTORY } from "../protocols/uniswap-v2.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { createdPools } from "./created-pools.ts";
import type { V2Plan } from "./pool-plan.ts";
import { shapeV2 } from "./pool-shape.ts";
import { createRandom } from "./random.ts";
import { v2Entry } from "./seed.ts";

/**
 * Tokens and pools that make a chain as wide as a real one, where most tokens have one shallow
 * pool.
 */
export interface LongTail {
  readonly tokens: readonly DevnetToken[];
  readonly pools: readonly DevnetPool[];
}

/**
 * Tokens of the long tail. Together with the LP tokens of all pairs they make lists of tokens
 * longer than 1,000.
 */
export const TAIL_TOKENS = 450;

/** What every token of the tail is a clone of, and what makes the clones. */
const TAIL_TOKEN = generatedAddress("tail token");
const TAIL_MARKET = generatedAddress("tail market");

const VENUE = { name: "uniswap-v2", factory: UNISWAP_V2_FACTORY };

const marketAbi = parseAbi([
  "struct Lot { uint16 number; uint8 decimals; uint256 amount; uint256 amountNative; }",
  "function open(address holder, Lot[] lots)",
]);

const LOTS_PER_TRANSACTION = 9;
/** Upper bound of what one token with its pair uses. */
const GAS_PER_LOT = 3_200_000n;

/** US dollars in a pair, log-normal. */
const DEPTH = { median: 60_000, sigma: 0.8, least: 20_000, most: 250_000 };

/** Makes the tail's tokens, each with one Uniswap V2 pair against the wrapped native token. */
export async function seedLongTail({
  builder,
  compiled,
  tokens,
}: DeployContext): Promise<LongTail> {
  const wrapped = tokenBySymbol(tokens, builder.spec.wrappedNative.symbol);
  const plans = planLongTail(wrapped);
  await deployAt(builder, [
    { address: TAIL_TOKEN, artifact: pickArtifact(compiled.own, "TailToken") },
    {
      address: TAIL_MARKET,
      artifact: pickArtifact(compiled.own, "TailMarket"),
      args: [TAIL_TOKEN, UNISWAP_V2_FACTORY, wrapped.address],
    },
  ]);
  const value = plans.reduce((sum, plan) => sum + plan.amountB, 0n);
  await builder.rpc.request("anvil_setBalance", [TAIL_MARKET, numberToHex(value)]);
  const lots = plans.map(({ tokenA, amountA, amountB }, index) => ({
    number: index + 1,
    decimals: tokenA.decimals,
    amount: amountA,
    amountNative: amountB,
  }));
  for (let start = 0; start < lots.length; start += LOTS_PER_TRANSACTION) {
    const batch = lots.slice(start, start + LOTS_PER_TRANSACTION);
    builder.queue({
      to: TAIL_MARKET,
      gas: GAS_PER_LOT * BigInt(batch.length),
      label: `tail tokens from ${start + 1}`,
      data: encodeFunctionData({
        abi: marketAbi,
        functionName: "open",
        args: [MARKET_MAKER, batch],
      }),
    });
  }
  await builder.flush();
  const addresses = await createdPools(builder.rpc);
  return {
    tokens: plans.map(({ tokenA }) => tokenA),
    pools: plans.map((plan) =>
      v2Entry(plan, addresses.v2(plan.tokenA.address, wrapped.address, VENUE)),
    ),
  };
}

/** The tail's pairs, in the order of their tokens' numbers; token A is the tail's. */
export function planLongTail(wrapped: DevnetToken): readonly V2Plan[] {
  const random = createRandom("weir devnet long tail");
  return Array.from({ length: TAIL_TOKENS }, (_, index) => {
    const digits = String(index + 1).padStart(3, "0");
    const token: DevnetToken = {
      address: cloneAddress(index + 1),
      symbol: `TAIL${digits}`,
      name: `Long Tail ${digits}`,
      decimals: random.pick([6, 8, 18, 18]),
      tier: "tail",
      // A hundredth of a cent to a hundred dollars.
      priceUsd: Number((10 ** (6 * random.next() - 4)).toPrecision(4)),
    };
    const drawn = DEPTH.median * Math.exp(DEPTH.sigma * random.normal());
    const tvlUsd = Math.min(DEPTH.most, Math.max(DEPTH.least, drawn));
    return shapeV2(VENUE, [token, wrapped], tvlUsd);
  });
}

/**
 * Where the tail market puts the token of a number.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1167
 */
function cloneAddress(number: number): Address {
  const bytecode: Hex = concat([
    "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
    TAIL_TOKEN,
    "0x5af43d82803e903d91602b57fd5bf3",
  ]);
  const salt = numberToHex(number, { size: 32 });
  return lower(getContractAddress({ opcode: "CREATE2", from: TAIL_MARKET, salt, bytecode }));
}
