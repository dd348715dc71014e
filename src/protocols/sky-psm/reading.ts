import { type Address, encodeFunctionData, hexToBigInt, parseAbi } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { SkyPsmContracts } from "./contracts.ts";

const abi = parseAbi([
  "function tin() view returns (uint256)",
  "function tout() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
]);

/** What the module answers at a block. */
export interface SkyPsmReading {
  /**
   * What is kept of DAI that is paid, and added to DAI that is asked, 18 decimals; the largest
   * uint256 halts it.
   */
  readonly tinWad: bigint;
  readonly toutWad: bigint;
  /** DAI that it can pay, 18 decimals. */
  readonly daiBalance: bigint;
  /** What its pocket can pay, smallest unit. */
  readonly gemBalance: bigint;
}

/** Reads the module in one call; null where it does not answer. */
export async function readSkyPsm(
  aggregate: Aggregate,
  { psm, pocket, dai, gem }: SkyPsmContracts,
): Promise<SkyPsmReading | null> {
  const answers = await aggregate([
    view(psm, "tin"),
    view(psm, "tout"),
    balance(dai, psm),
    balance(gem, pocket),
  ]);
  const [tinWad, toutWad, daiBalance, gemBalance] = answers.map(({ success, returnData }) =>
    success && returnData.length === 66 ? hexToBigInt(returnData) : null,
  );
  if (tinWad == null || toutWad == null || daiBalance == null || gemBalance == null) return null;
  return { tinWad, toutWad, daiBalance, gemBalance };
}

function view(target: Address, functionName: "tin" | "tout") {
  return {
    target,
    allowFailure: true,
    callData: encodeFunctionData({ abi, functionName }),
  } as const;
}

function balance(target: Address, owner: Address) {
  const callData = encodeFunctionData({ abi, functionName: "balanceOf", args: [owner] });
  return { target, allowFailure: true, callData } as const;
}
