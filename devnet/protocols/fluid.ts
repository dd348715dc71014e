import {
  type Address,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem";
import { lower, NATIVE, ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import { GENESIS_TIMESTAMP } from "../chains.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import { depth, type Market } from "../market/depth.ts";
import { createRandom } from "../market/random.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { accountOf, type FluidSettings, layerWords, poolWords } from "./fluid-words.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/deployments/deployments.md
export const FLUID_FACTORY: Address = "0x91716C4EDA1Fb55e84Bf8b4c7085f84285c19085";
export const FLUID_LIQUIDITY: Address = "0x52Aa899454998Be5b000Ad077a46Bbe360F4e497";
/** Makes contracts of center prices. */
export const FLUID_DEPLOYER = generatedAddress("fluid deployer");

/** What anyone can do with the devnet's contracts beyond trading. */
export const fluidAbi = parseAbi([
  "function set(bytes32[] slots, uint256[] words)",
  "function deployDex(address liquidity, address deployer, address[2] tokens, uint256[4] scales)",
  "function deploy(address wstEth, uint256 price)",
  "function setPrice(uint256 price)",
  "function swapIn(bool swap0to1, uint256 amountIn, uint256 amountOutMin, address to) payable returns (uint256)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** A pool to make: symbols in the order of addresses, `ETH` for the native currency. */
export interface FluidPlan {
  readonly symbols: readonly [string, string];
  readonly settings: Omit<FluidSettings, "centerPrice" | "centerNonce">;
  /** What says its center price: stETH of a wstETH, a number that can be set, or its last swap. */
  readonly center: "wstETH" | "set" | "stored";
  /** US dollars of collateral, of each token; debts are half of it. */
  readonly usd: number;
}

const GAS = { pool: 8_000_000n, set: 2_000_000n, mint: 200_000n };
const E27 = 10 ** 27;
const TOKENS_DECIMALS = 12;
const SHIFT_SECONDS = 3_600n;

const BOTH = { hasCollateral: true, hasDebt: true, revenuePercent: 10n } as const;
const STILL = { threshold: 0n, shiftSeconds: SHIFT_SECONDS } as const;

/** The devnet's market: the first pools of the real factory. */
const MARKET = [
  {
    ...{ symbols: ["wstETH", "ETH"], center: "wstETH" },
    settings: { ...BOTH, ...STILL, feePips: 100n, range: 10_000n },
  },
  {
    ...{ symbols: ["USDC", "USDT"], center: "stored" },
    settings: { ...BOTH, ...STILL, hasCollateral: false, feePips: 100n, range: 1_500n },
  },
] as const satisfies readonly Omit<FluidPlan, "usd">[];

/** Fluid on Ethereum with own contracts, as no package has its bytecode. */
export const fluid: DevnetProtocol = {
  slug: "fluid",
  compilations: ["fluid"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.fluid, name);
    await deployAt(builder, [
      { address: FLUID_LIQUIDITY, artifact: pick("FluidLiquidity") },
      { address: FLUID_FACTORY, artifact: pick("FluidDexFactory") },
      { address: FLUID_DEPLOYER, artifact: pick("FluidDeployer") },
    ]);
  },
};

/** With the pools of the devnet's market, at the tokens' prices. */
export const fluidMarket: DevnetProtocol = {
  ...fluid,
  seed: ({ builder, tokens }) => makeFluidPools(builder, tokens, planned(tokens)),
};

/** Those that the trader trades in: of tokens alone. */
export function fluidPools(tokens: readonly DevnetToken[]): readonly DevnetPool[] {
  return planned(tokens).flatMap(({ symbols, settings }, at): DevnetPool[] => {
    const [token0, token1] = symbols.map((symbol) => tokenOf(tokens, symbol).address);
    if (token0 === undefined || token1 === undefined || symbols.includes("ETH")) return [];
    return [
      {
        address: lower(fluidPoolAddress(at + 1)),
        ...{ family: "fluid", venue: "fluid-dex", tickSpacing: null, recorded: false },
        ...{ feePips: Number(settings.feePips), token0: lower(token0), token1: lower(token1) },
      },
    ];
  });
}

/** Address of the factory's pool of a number, from 1 on. */
export function fluidPoolAddress(id: number): Address {
  return getContractAddress({ from: FLUID_FACTORY, nonce: BigInt(id) });
}

/** Address of the contract of a center price by its number, from 1 on. */
export function fluidCenterAddress(nonce: bigint): Address {
  return getContractAddress({ from: FLUID_DEPLOYER, nonce });
}

function planned(tokens: readonly DevnetToken[]): readonly FluidPlan[] {
  const market: Market = { tokens, random: createRandom("weir devnet fluid") };
  return MARKET.map((plan) => {
    const [first, second] = plan.symbols.map((symbol) => tokenOf(tokens, symbol));
    if (first === undefined || second === undefined) throw new Error("A pool has two tokens.");
    return { ...plan, usd: depth(market, [first, second]) / 2 };
  });
}

function tokenOf(tokens: readonly DevnetToken[], symbol: string): DevnetToken {
  return tokenBySymbol(tokens, symbol === "ETH" ? "WETH" : symbol);
}

/** Makes pools, the first of a chain, and gives the Liquidity layer what they and others have. */
export async function makeFluidPools(
  builder: Builder,
  tokens: readonly DevnetToken[],
  plans: readonly FluidPlan[],
): Promise<void> {
  let nonce = 0n;
  const held = new Map<Address, bigint>();
  const wstEth = tokenOf(tokens, "wstETH").address;
  for (const [at, plan] of plans.entries()) {
    const pool = fluidPoolAddress(at + 1);
    const pair = plan.symbols.map((symbol) => {
      const { address, decimals, priceUsd } = tokenOf(tokens, symbol);
      const whole = plan.usd / priceUsd;
      const amount = BigInt(Math.floor(whole * 1e6)) * 10n ** BigInt(decimals - 6);
      return { address: symbol === "ETH" ? NATIVE : address, decimals, priceUsd, amount };
    });
    const [first, second] = pair;
    if (first === undefined || second === undefined) throw new Error("A pool has two tokens.");
    const price = BigInt(Math.round((first.priceUsd / second.priceUsd) * 1e9)) * BigInt(E27 / 1e9);
    const deployed = [
      ...[FLUID_LIQUIDITY, FLUID_DEPLOYER, [first.address, second.address]],
      [first.decimals, second.decimals].flatMap(scaleOf),
    ] as [Address, Address, [Address, Address], [bigint, bigint, bigint, bigint]];
    call(builder, FLUID_FACTORY, "deployDex", deployed);
    if (plan.center !== "stored") {
      nonce++;
      const said = plan.center === "set" ? price : 0n;
      call(builder, FLUID_DEPLOYER, "deploy", [
        plan.center === "set" ? ZERO_ADDRESS : wstEth,
        said,
      ]);
    }
    const centerNonce = plan.center === "stored" ? 0n : nonce;
    const settings = { ...plan.settings, centerNonce, centerPrice: price };
    const timestamp = BigInt(GENESIS_TIMESTAMP);
    setWords(builder, pool, poolWords(settings, timestamp));
    for (const { address, amount } of pair) {
      const account = accountOf({ supplied: amount, borrowed: amount / 2n }, timestamp);
      setWords(builder, FLUID_LIQUIDITY, layerWords({ pool, token: address }, account));
      held.set(address, (held.get(address) ?? 0n) + amount * 12n);
    }
  }
  for (const [token, amount] of held) {
    if (token === NATIVE) {
      await builder.rpc.request("anvil_setBalance", [FLUID_LIQUIDITY, numberToHex(amount)]);
      continue;
    }
    const data = encodeFunctionData({ abi: tokenAbi, args: [FLUID_LIQUIDITY, amount] });
    builder.queue({ to: token, data, gas: GAS.mint, label: `${token} of Fluid` });
  }
  await builder.flush();
}

/** Sets words of storage by their slots. */
export function setWords(builder: Builder, to: Address, words: ReadonlyMap<Hex, bigint>): void {
  call(builder, to, "set", [[...words.keys()], [...words.values()]]);
}

function call(
  builder: Builder,
  to: Address,
  functionName: "set" | "deployDex" | "deploy",
  args: readonly unknown[],
): void {
  const data = encodeFunctionData({ abi: fluidAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
  const gas = functionName === "deployDex" ? GAS.pool : GAS.set;
  builder.queue({ to, data, gas, label: `Fluid ${functionName} of ${to}` });
}

function scaleOf(decimals: number): readonly [bigint, bigint] {
  return decimals > TOKENS_DECIMALS
    ? [1n, 10n ** BigInt(decimals - TOKENS_DECIMALS)]
    : [10n ** BigInt(TOKENS_DECIMALS - decimals), 1n];
}
