import { type Address, encodeFunctionData, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e/script/constants/output/DeployCore-Base.json
export const AERODROME_FACTORY: Address = "0x420DD381b31aEf6683db6B902084cB0FFECe40Da";
export const AERODROME_ROUTER: Address = "0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43";
const POOL_IMPLEMENTATION: Address = "0xA4e46b4f701c62e14DF11B48dCe76A7d793CD6d7";

const factoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, bool stable)",
  "function setCustomFee(address pool, uint256 fee)",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function approve(address spender, uint256 value)",
]);
const routerAbi = parseAbi([
  "function addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)",
]);

/**
 * Pools by their symbols, kind of curve and depth in US dollars of each side; native currency is
 * scarce.
 */
const POOLS: readonly (readonly [string, string, boolean, number])[] = [
  ["WETH", "USDC", false, 10_000_000],
  ["WETH", "USDbC", false, 3_000_000],
  ["WETH", "cbBTC", false, 4_000_000],
  ["AERO", "USDC", false, 6_000_000],
  ["AERO", "WETH", false, 2_000_000],
  ["cbETH", "WETH", false, 2_000_000],
  ["USDC", "USDbC", true, 5_000_000],
  ["DAI", "USDbC", true, 1_500_000],
  ["DAI", "USDC", true, 2_500_000],
];

const DEADLINE = (1n << 256n) - 1n;

/**
 * Aerodrome with own contracts, as no package has its bytecode. Pools are clones of the
 * implementation, as on the real chain, so that they have their mainnet addresses.
 */
export const aerodrome: DevnetProtocol = {
  slug: "aerodrome",
  compilations: ["solidly"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.solidly, name);
    await deployAt(builder, [
      { address: POOL_IMPLEMENTATION, artifact: pick("SolidlyPool") },
      {
        ...{ address: AERODROME_FACTORY, artifact: pick("SolidlyPoolFactory") },
        args: [POOL_IMPLEMENTATION],
      },
      {
        ...{ address: AERODROME_ROUTER, artifact: pick("SolidlyRouter") },
        args: [AERODROME_FACTORY],
      },
    ]);
  },
  async seed({ builder, tokens }) {
    for (const [a, b, stable, depthUsd] of POOLS) {
      const [tokenA, tokenB] = [tokenBySymbol(tokens, a), tokenBySymbol(tokens, b)];
      queuePool(builder, { tokens: [tokenA, tokenB], stable, depthUsd });
    }
    await builder.flush();
  },
};

interface PoolPlan {
  readonly tokens: readonly [DevnetToken, DevnetToken];
  readonly stable: boolean;
  readonly depthUsd: number;
}

function queuePool(builder: Builder, { tokens, stable, depthUsd }: PoolPlan): void {
  const [tokenA, tokenB] = tokens;
  const label = `aerodrome ${tokenA.symbol}/${tokenB.symbol}`;
  builder.queue({
    ...{ to: AERODROME_FACTORY, gas: 2_000_000n, label },
    data: encodeFunctionData({
      ...{ abi: factoryAbi, functionName: "createPool" },
      args: [tokenA.address, tokenB.address, stable],
    }),
  });
  const [amountA, amountB] = tokens.map((token) => fund(builder, token, depthUsd));
  builder.queue({
    ...{ to: AERODROME_ROUTER, gas: 600_000n, label },
    data: encodeFunctionData({
      ...{ abi: routerAbi, functionName: "addLiquidity" },
      args: [
        ...([tokenA.address, tokenB.address, stable, amountA ?? 0n, amountB ?? 0n] as const),
        ...([0n, 0n, builder.operator, DEADLINE] as const),
      ],
    }),
  });
}

/** Gives the operator tokens for one side of a pool, and the router the right to take them. */
function fund(builder: Builder, token: DevnetToken, depthUsd: number): bigint {
  const { address, decimals, priceUsd, symbol } = token;
  const amount =
    (BigInt(Math.floor((depthUsd / priceUsd) * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n;
  const isWrapped = address === builder.spec.wrappedNative.address.toLowerCase();
  const queue = (data: `0x${string}`, value?: bigint) =>
    builder.queue({
      ...{ to: address, gas: 200_000n, label: `${symbol} for aerodrome`, data },
      ...(value === undefined ? {} : { value }),
    });
  if (isWrapped) queue(encodeFunctionData({ abi: tokenAbi, functionName: "deposit" }), amount);
  else {
    const args = [builder.operator, amount] as const;
    queue(encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
  }
  const allowed = [AERODROME_ROUTER, amount] as const;
  queue(encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: allowed }));
  return amount;
}
