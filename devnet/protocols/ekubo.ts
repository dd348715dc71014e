import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import { MAX_TICK } from "../../src/protocols/ekubo/tick-math.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { depth, type Market } from "../market/depth.ts";
import { createRandom } from "../market/random.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/EkuboProtocol/evm-contracts/blob/5517df67/broadcast/DeployAll.s.sol/1/run-1767193782789.json
export const EKUBO_CORE: Address = "0x00000000000014aA86C5d3c41765bb24e11bd701";
// https://github.com/EkuboProtocol/evm-contracts/blob/v3.1.1/script/DeployAll.s.sol
export const EKUBO_ROUTER: Address = "0xd26f20001a72a18C002b00e6710000d68700ce00";

/** What anyone can do with the devnet's contracts. */
export const ekuboAbi = parseAbi([
  "struct PoolKey { address token0; address token1; bytes32 config; }",
  "function initializePool(PoolKey key, int32 tick) returns (uint96)",
  "function provide(PoolKey key, int32 lower, int32 upper, int128 delta)",
  "function swap(PoolKey poolKey, bool isToken1, int128 amount, uint96 sqrtRatioLimit, uint256 skipAhead, int256 calculatedAmountThreshold, address recipient) payable returns (bytes32)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** A key of a pool, as the Core has it. */
export interface PoolKey {
  readonly token0: Address;
  readonly token1: Address;
  readonly config: Hex;
}

/** Ticks between those of positions, or how narrow the one range is; neither: over all prices. */
export interface Kind {
  readonly tickSpacing?: number;
  readonly amplification?: number;
}

/** A pool to make: symbols in the order of addresses, `ETH` for the native currency. */
interface Plan extends Kind {
  readonly symbols: readonly [string, string];
  /** Hundredths of a basis point. */
  readonly feePips: bigint;
}

const GAS = { call: 2_000_000n, mint: 200_000n };
/** What the contract holds of a token: positions are made without payment. US dollars. */
const HELD_USD = 50_000_000;
const TICK_BASE = Math.log(1.000001);
/** Half the width of the market's positions, ticks: 10 % and all but. */
const WIDTHS = [100_000, 3_000_000];
const CENTER_STEP = 16;

const MARKET: readonly Plan[] = [
  { symbols: ["ETH", "USDC"], feePips: 500n, tickSpacing: 1_000 },
  { symbols: ["ETH", "AAVE"], feePips: 3_000n },
  { symbols: ["DAI", "USDC"], feePips: 100n, tickSpacing: 100 },
  { symbols: ["USDC", "USDT"], feePips: 50n, amplification: 12 },
];

/** Ekubo on Ethereum with own contracts, as no package has its bytecode. */
export const ekubo: DevnetProtocol = {
  slug: "ekubo-v3",
  compilations: ["ekubo"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.ekubo, name);
    await deployAt(builder, [
      { address: EKUBO_CORE, artifact: pick("EkuboCore") },
      { address: EKUBO_ROUTER, artifact: pick("EkuboRouter"), args: [EKUBO_CORE] },
    ]);
  },
};

/** With the pools of the devnet's market, at the tokens' prices. */
export const ekuboMarket: DevnetProtocol = {
  ...ekubo,
  async seed({ builder, tokens }) {
    const market: Market = { tokens, random: createRandom("weir devnet ekubo") };
    const held = new Map<Address, bigint>();
    for (const plan of MARKET) {
      const [first, second] = plan.symbols.map((symbol) => tokenOf(tokens, symbol));
      if (first === undefined || second === undefined) throw new Error("A pool has two tokens.");
      for (const { address, unitsPerUsd } of [first, second]) {
        held.set(address, BigInt(Math.floor(HELD_USD * unitsPerUsd)));
      }
      const tick = Math.round(Math.log(second.unitsPerUsd / first.unitsPerUsd) / TICK_BASE);
      const key = keyOf(first.address, second.address, plan, tick);
      call(
        builder,
        encodeFunctionData({ abi: ekuboAbi, functionName: "initializePool", args: [key, tick] }),
      );
      const usd = depth(market, [first.token, second.token]) / 2;
      const root = Math.sqrt(first.unitsPerUsd * second.unitsPerUsd);
      for (const width of WIDTHS) {
        const spacing = spacingOf(plan);
        const [lower, upper] = [tick - width, tick + width].map(
          (end) => Math.round(end / spacing) * spacing,
        );
        const reach = 1 - Math.exp((-(spacing === 1 ? MAX_TICK : width) * TICK_BASE) / 2);
        const liquidity = BigInt(Math.floor((usd * root) / 2 / reach));
        const args = [key, lower ?? 0, upper ?? 0, liquidity] as const;
        call(builder, encodeFunctionData({ abi: ekuboAbi, functionName: "provide", args }));
      }
    }
    await hold(builder, held);
  },
};

/** Gives the Core tokens, and the native currency by the zero address. */
export async function hold(builder: Builder, held: ReadonlyMap<Address, bigint>): Promise<void> {
  for (const [token, amount] of held) {
    if (token === ZERO_ADDRESS) {
      await builder.rpc.request("anvil_setBalance", [EKUBO_CORE, numberToHex(amount)]);
      continue;
    }
    const data = encodeFunctionData({ abi: tokenAbi, args: [EKUBO_CORE, amount] });
    builder.queue({ to: token, data, gas: GAS.mint, label: `${token} of Ekubo` });
  }
  await builder.flush();
}

/** The key of a pool without an extension; the one range of a narrow pool is around `tick`. */
export function keyOf(
  token0: Address,
  token1: Address,
  { tickSpacing, amplification, feePips }: Omit<Plan, "symbols">,
  tick: number,
): PoolKey {
  const kind =
    tickSpacing !== undefined
      ? (1n << 31n) | BigInt(tickSpacing)
      : amplification === undefined
        ? 0n
        : (BigInt(amplification) << 24n) |
          BigInt.asUintN(24, BigInt(Math.trunc(tick / CENTER_STEP)));
  const fee = (feePips << 64n) / 1_000_000n;
  return { token0, token1, config: numberToHex((fee << 32n) | kind, { size: 32 }) };
}

/** Hash of a key, by which the Core knows the pool. */
export function poolIdOf({ token0, token1, config }: PoolKey): Hex {
  const parameters = parseAbiParameters("address, address, bytes32");
  return keccak256(encodeAbiParameters(parameters, [token0, token1, config]));
}

/** The zero address for `ETH`. */
export function tokenOf(tokens: readonly DevnetToken[], symbol: string) {
  const token = tokenBySymbol(tokens, symbol === "ETH" ? "WETH" : symbol);
  const address = symbol === "ETH" ? ZERO_ADDRESS : token.address;
  return { token, address, unitsPerUsd: 10 ** token.decimals / token.priceUsd };
}

function spacingOf({ tickSpacing }: Kind): number {
  return tickSpacing ?? 1;
}

function call(builder: Builder, data: Hex): void {
  builder.queue({ to: EKUBO_CORE, data, gas: GAS.call, label: `${data.slice(0, 10)} of Ekubo` });
}
