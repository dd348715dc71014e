import { type Address, encodeFunctionData, getContractAddress, numberToHex, parseAbi } from "viem";
import { NATIVE } from "../../src/lib/address.ts";
import { toBigNumberDown, toBigNumberUp } from "../../src/protocols/fluid/words.ts";
import {
  CENTER_FIELDS,
  type DexKey,
  type DexLiteWords,
  FIELDS,
  type Field,
  withField,
} from "../../src/protocols/fluid-dex-lite/state.ts";
import type { Builder } from "../builder.ts";
import { GENESIS_TIMESTAMP } from "../chains.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { depth, type Market } from "../market/depth.ts";
import { createRandom } from "../market/random.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/deployments/mainnet/FluidDexLite.json
export const DEX_LITE: Address = "0xBbcb91440523216e2b87052A99F69c604A7b6e00";
/** Makes contracts of center prices. */
const DEPLOYER: Address = "0x4EC7b668BAF70d4A4b0FC7941a7708A07b6d45Be";

/** What anyone can do with the devnet's contracts beyond trading. */
export const dexLiteAbi = parseAbi([
  "struct DexKey { address token0; address token1; bytes32 salt; }",
  "function make(DexKey key, uint256 variables, uint256 centerShift)",
  "function reset(DexKey key, uint256[4] words)",
  "function swapSingle(DexKey key, bool swap0To1, int256 amountSpecified, uint256 amountLimit, address to, bool isCallback, bytes callbackData, bytes extraData) payable returns (uint256)",
  "function deploy(uint256 price)",
  "function setPrice(uint256 price)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** A pool to make: symbols in the order of addresses, `ETH` for the native currency. */
export interface DexLitePlan {
  readonly symbols: readonly [string, string];
  /** What says its center price: a contract, or its own words. */
  readonly center: "set" | "stored";
  /** Whether its center may move towards the price. */
  readonly rebalances: boolean;
  readonly feePips: bigint;
  /** Ten-thousandths of the center price. */
  readonly range: bigint;
  /** US dollars of each token. */
  readonly usd: number;
}

const GAS = { call: 2_000_000n, mint: 200_000n };
/** Percent of the fee, and of the way to an end of the range at which the center moves. */
const [REVENUE_CUT, THRESHOLD] = [20n, 10n];
const SHIFT_SECONDS = 3_600n;
const COUNTED_DECIMALS = 9;

/** The devnet's market: the real contract's pool, and one whose center moves. */
const MARKET = [
  { symbols: ["USDC", "USDT"], center: "set", rebalances: false, feePips: 5n, range: 15n },
  { symbols: ["DAI", "USDC"], center: "stored", rebalances: true, feePips: 100n, range: 40n },
] as const satisfies readonly Omit<DexLitePlan, "usd">[];

/** Fluid DEX Lite on Ethereum with own contracts, as no package has its bytecode. */
export const fluidDexLite: DevnetProtocol = {
  slug: "fluid-dex-lite",
  compilations: ["fluid"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.fluid, name);
    await deployAt(builder, [
      { address: DEX_LITE, artifact: pick("FluidDexLite"), args: [DEPLOYER] },
      { address: DEPLOYER, artifact: pick("FluidLiteDeployer") },
    ]);
  },
};

/** With the pools of the devnet's market, at the tokens' prices. */
export const fluidDexLiteMarket: DevnetProtocol = {
  ...fluidDexLite,
  async seed({ builder, tokens }) {
    const market: Market = { tokens, random: createRandom("weir devnet fluid-dex-lite") };
    const plans = MARKET.map((plan) => {
      const [first, second] = plan.symbols.map((symbol) => tokenBySymbol(tokens, symbol));
      if (first === undefined || second === undefined) throw new Error("A pool has two tokens.");
      return { ...plan, usd: depth(market, [first, second]) / 4 };
    });
    await makeDexLitePools(builder, tokens, plans);
  },
};

/** Address of the contract of a center price by its number, from 1 on. */
export function dexLiteCenterAddress(nonce: bigint): Address {
  return getContractAddress({ from: DEPLOYER, nonce });
}

/** Makes pools, the first of a chain, and gives the contract what they have. */
export async function makeDexLitePools(
  builder: Builder,
  tokens: readonly DevnetToken[],
  plans: readonly DexLitePlan[],
): Promise<void> {
  let [nonce, ether] = [0n, 0n];
  for (const [at, plan] of plans.entries()) {
    const pair = plan.symbols.map((symbol) => tokenOf(tokens, symbol, plan.usd));
    const [first, second] = pair;
    if (first === undefined || second === undefined) throw new Error("A pool has two tokens.");
    const price = BigInt(Math.round((first.priceUsd / second.priceUsd) * 1e9)) * 10n ** 18n;
    if (plan.center === "set") {
      nonce++;
      call(builder, DEPLOYER, encode("deploy", [price]));
    }
    const centerNonce = plan.center === "set" ? nonce : 0n;
    const key: DexKey = {
      ...{ token0: first.address, token1: second.address },
      salt: numberToHex(at, { size: 32 }),
    };
    const { variables, centerShift } = wordsOf(plan, { price, centerNonce, tokens: pair });
    call(builder, DEX_LITE, encode("make", [key, variables, centerShift]));
    for (const { address, amount } of pair) {
      if (address === NATIVE) {
        ether += amount;
        continue;
      }
      const data = encodeFunctionData({ abi: tokenAbi, args: [DEX_LITE, amount] });
      builder.queue({ to: address, data, gas: GAS.mint, label: `${address} of Fluid DEX Lite` });
    }
  }
  if (ether > 0n) await builder.rpc.request("anvil_setBalance", [DEX_LITE, numberToHex(ether)]);
  await builder.flush();
}

/** Sets all words of a pool. */
export function resetDexLite(builder: Builder, key: DexKey, words: DexLiteWords): void {
  const { variables, centerShift, rangeShift, thresholdShift } = words;
  const all = [variables, centerShift, rangeShift, thresholdShift] as const;
  call(builder, DEX_LITE, encode("reset", [key, all]));
}

interface Funded {
  readonly address: Address;
  readonly decimals: number;
  readonly priceUsd: number;
  /** Smallest unit. */
  readonly amount: bigint;
}

function tokenOf(tokens: readonly DevnetToken[], symbol: string, usd: number): Funded {
  const found = tokenBySymbol(tokens, symbol === "ETH" ? "WETH" : symbol);
  const { address, decimals, priceUsd } = found;
  const amount = BigInt(Math.floor((usd / priceUsd) * 1e6)) * 10n ** BigInt(decimals - 6);
  return { address: symbol === "ETH" ? NATIVE : address, decimals, priceUsd, amount };
}

/** Words of a pool that nobody has traded in; the center may go a fiftieth up and down. */
export function wordsOf(
  { rebalances, feePips, range }: Pick<DexLitePlan, "rebalances" | "feePips" | "range">,
  {
    price,
    centerNonce,
    tokens,
  }: {
    readonly price: bigint;
    readonly centerNonce: bigint;
    readonly tokens: readonly Pick<Funded, "decimals" | "amount">[];
  },
): Pick<DexLiteWords, "variables" | "centerShift"> {
  const [first, second] = tokens;
  const supplyOf = ({ decimals, amount }: Pick<Funded, "decimals" | "amount">) =>
    decimals > COUNTED_DECIMALS
      ? amount / 10n ** BigInt(decimals - COUNTED_DECIMALS)
      : amount * 10n ** BigInt(COUNTED_DECIMALS - decimals);
  if (first === undefined || second === undefined) throw new Error("A pool has two tokens.");
  const variables: readonly (readonly [Field, bigint])[] = [
    [FIELDS.fee, feePips],
    [FIELDS.revenueCut, REVENUE_CUT],
    [FIELDS.rebalancing, rebalances ? 1n : 0n],
    [FIELDS.centerPrice, toBigNumberDown(price, 32)],
    [FIELDS.centerNonce, centerNonce],
    [FIELDS.upperPercent, range],
    [FIELDS.lowerPercent, range],
    [FIELDS.upperThreshold, rebalances ? THRESHOLD : 0n],
    [FIELDS.lowerThreshold, rebalances ? THRESHOLD : 0n],
    [FIELDS.decimals0, BigInt(first.decimals)],
    [FIELDS.decimals1, BigInt(second.decimals)],
    [FIELDS.supply0, supplyOf(first)],
    [FIELDS.supply1, supplyOf(second)],
  ];
  const centerShift: readonly (readonly [Field, bigint])[] = [
    [CENTER_FIELDS.lastTime, BigInt(GENESIS_TIMESTAMP)],
    [CENTER_FIELDS.shiftSeconds, SHIFT_SECONDS],
    [CENTER_FIELDS.mostPrice, toBigNumberUp((price * 51n) / 50n, 20)],
    [CENTER_FIELDS.leastPrice, toBigNumberDown((price * 49n) / 50n, 20)],
  ];
  const word = (fields: typeof variables) =>
    fields.reduce((sum, [field, value]) => withField(sum, field, value), 0n);
  return { variables: word(variables), centerShift: word(centerShift) };
}

function encode(
  functionName: "make" | "reset" | "deploy",
  args: readonly unknown[],
): `0x${string}` {
  return encodeFunctionData({ abi: dexLiteAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
}

function call(builder: Builder, to: Address, data: `0x${string}`): void {
  builder.queue({ to, data, gas: GAS.call, label: `${data.slice(0, 10)} of ${to}` });
}
