import { type Address, encodeFunctionData, parseAbi, parseUnits } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** A pool of the devnet: own contract at the real addresses. */
interface CurvePoolPlan {
  readonly contract: "StableSwap3Pool" | "StableSwap2Coins";
  readonly pool: Address;
  readonly lpToken: Address;
  readonly name: string;
  readonly symbol: string;
  /** With decimals and the whole tokens that are deposited of each. */
  readonly coins: readonly {
    readonly address: Address;
    readonly decimals: number;
    readonly deposit: string;
  }[];
  readonly amplification: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
}

const DAI = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const FRAX = "0x853d955aCEf822Db058eb8505911ED77F175b99e";
const USDP = "0x8E870D67F660D95d5be530380D0eC0bd388289E1";

/** Half of every fee is the admin's. */
const ADMIN_FEE_E10 = 5_000_000_000n;

/**
 * Sizes are chosen: some millions of US dollars, so out of balance that the pools pay what the
 * tokens are worth.
 */
const POOLS: readonly CurvePoolPlan[] = [
  // https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/3pool/pooldata.json
  {
    contract: "StableSwap3Pool",
    pool: "0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7",
    lpToken: "0x6c3F90f043a72FA612cbac8115EE7e52BDe6E490",
    name: "Curve.fi DAI/USDC/USDT",
    symbol: "3Crv",
    coins: [
      { address: DAI, decimals: 18, deposit: "6500000" },
      { address: USDC, decimals: 6, deposit: "6500000" },
      { address: USDT, decimals: 6, deposit: "19000000" },
    ],
    amplification: 2_000n,
    feeE10: 1_000_000n,
  },
  // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
  {
    contract: "StableSwap2Coins",
    pool: "0xDcEF968d416a41Cdac0ED8702fAC8128A64241A2",
    lpToken: "0x3175Df0976dFA876431C2E9eE6Bc45b65d3473CC",
    name: "Curve.fi FRAX/USDC",
    symbol: "crvFRAX",
    coins: [
      { address: FRAX, decimals: 18, deposit: "8500000" },
      { address: USDC, decimals: 6, deposit: "2500000" },
    ],
    amplification: 1_500n,
    feeE10: 1_000_000n,
  },
  // https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
  {
    contract: "StableSwap2Coins",
    pool: "0xaE34574AC03A15cd58A92DC79De7B1A0800F1CE3",
    lpToken: "0xFC2838a17D8e8B1D5456E0a351B0708a09211147",
    name: "Curve.fi FRAX/USDP",
    symbol: "crvFRAXUSDP",
    coins: [
      { address: FRAX, decimals: 18, deposit: "1150000" },
      { address: USDP, decimals: 18, deposit: "1600000" },
    ],
    amplification: 200n,
    feeE10: 4_000_000n,
  },
];

const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const poolAbi = {
  2: parseAbi(["function add_liquidity(uint256[2] amounts, uint256 min)"]),
  3: parseAbi(["function add_liquidity(uint256[3] amounts, uint256 min)"]),
} as const;

/**
 * Curve's plain pools: own contracts with the original's maths, as no package carries their
 * bytecode.
 */
export const curve: DevnetProtocol = {
  slug: "curve",
  compilations: ["curve"],
  async deploy({ builder, compiled }) {
    await deployAt(
      builder,
      POOLS.flatMap(({ contract, pool, lpToken, name, symbol, coins, amplification, feeE10 }) => [
        {
          address: lpToken,
          artifact: pickArtifact(compiled.curve, "CurveToken"),
          args: [name, symbol, pool],
        },
        {
          address: pool,
          artifact: pickArtifact(compiled.curve, contract),
          args: [
            ...[builder.operator, coins.map(({ address }) => address)],
            ...[coins.map(({ decimals }) => 10n ** BigInt(36 - decimals)), lpToken],
            ...[amplification, feeE10, ADMIN_FEE_E10],
          ],
        },
      ]),
    );
  },
  async seed({ builder }) {
    for (const plan of POOLS) provide(builder, plan);
    await builder.flush();
  },
};

/** The operator mints and deposits every coin of a pool. */
function provide(builder: Builder, { pool, coins }: CurvePoolPlan): void {
  const amounts = coins.map(({ decimals, deposit }) => parseUnits(deposit, decimals));
  for (const [index, { address }] of coins.entries()) {
    const value = amounts[index] ?? 0n;
    const mint = { functionName: "mint", args: [builder.operator, value] } as const;
    const approve = { functionName: "approve", args: [pool, value] } as const;
    for (const data of [
      encodeFunctionData({ abi: tokenAbi, ...mint }),
      encodeFunctionData({ abi: tokenAbi, ...approve }),
    ]) {
      builder.queue({ to: address, data, gas: 100_000n, label: `coins of ${pool}` });
    }
  }
  builder.queue({
    to: pool,
    data: firstDeposit(amounts),
    gas: 1_000_000n,
    label: `deposit in ${pool}`,
  });
}

function firstDeposit(amounts: readonly bigint[]) {
  const [a = 0n, b = 0n, c] = amounts;
  const functionName = "add_liquidity";
  return c === undefined
    ? encodeFunctionData({ abi: poolAbi[2], functionName, args: [[a, b], 0n] })
    : encodeFunctionData({ abi: poolAbi[3], functionName, args: [[a, b, c], 0n] });
}
