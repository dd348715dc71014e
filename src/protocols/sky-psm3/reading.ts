import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem";
import { type Aggregate, askOf } from "../../catalog/live/aggregate.ts";
import { min } from "../../lib/math.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { SkyPsm3Contracts } from "./contracts.ts";

const abi = parseAbi([
  "function pocket() view returns (address)",
  "function rateProvider() view returns (address)",
  "function getSUSDSData() view returns (uint96 ssr, uint120 chi, uint40 rho)",
]);
const POCKET = encodeFunctionData({ abi, functionName: "pocket" });
const RATE_PROVIDER = encodeFunctionData({ abi, functionName: "rateProvider" });
const GET_SUSDS_DATA = encodeFunctionData({ abi, functionName: "getSUSDSData" });

/** What the module answers at a block. */
export interface SkyPsm3Reading {
  /** What it can pay of each token, smallest unit. */
  readonly usdcBalance: bigint;
  readonly usdsBalance: bigint;
  readonly susdsBalance: bigint;
  /** What sUSDS grow by each second, 27 decimals. */
  readonly savingsRateRay: bigint;
  /** What a unit of sUSDS was worth at a time, 27 decimals; seconds since the epoch. */
  readonly indexRay: bigint;
  readonly indexTimestamp: bigint;
}

/**
 * Reads the module by two calls, as its owner decides who holds the USDC; null where it does not
 * answer, and where another contract tells its rate.
 */
export async function readSkyPsm3(
  aggregate: Aggregate,
  { psm, oracle, usdc, usds, susds }: SkyPsm3Contracts,
): Promise<SkyPsm3Reading | null> {
  const ask = askOf(aggregate);
  const [keeper, provider, rate, ofUsds, ofSusds] = await ask([
    { target: psm, data: POCKET },
    { target: psm, data: RATE_PROVIDER },
    { target: oracle, data: GET_SUSDS_DATA },
    { target: usds, data: balanceOf(psm) },
    { target: susds, data: balanceOf(psm) },
  ]);
  const [pocketWord, providerWord] = [wordOf(keeper), wordOf(provider)];
  const [usdsBalance, susdsBalance] = [wordOf(ofUsds), wordOf(ofSusds)];
  const [savingsRateRay, indexRay, indexTimestamp] = [0, 1, 2].map((at) => wordOf(rate, at));
  if (pocketWord === undefined || providerWord !== BigInt(oracle)) return null;
  if (usdsBalance === undefined || susdsBalance === undefined) return null;
  if (!savingsRateRay || !indexRay || indexTimestamp === undefined) return null;
  const pocket = addressOf(pocketWord);
  const args = [pocket, psm] as const;
  const [ofUsdc, allowed] = await ask([
    { target: usdc, data: balanceOf(pocket) },
    { target: usdc, data: encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args }) },
  ]);
  const [held, allowance] = [wordOf(ofUsdc), wordOf(allowed)];
  if (held === undefined || allowance === undefined) return null;
  const usdcBalance = pocket === psm ? held : min(held, allowance);
  const balances = { usdcBalance, usdsBalance, susdsBalance };
  return { ...balances, savingsRateRay, indexRay, indexTimestamp };
}

function balanceOf(owner: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] });
}
