import {
  type Address,
  concatHex,
  encodePacked,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
  size,
  stringToHex,
  toFunctionSelector,
} from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { RocketPoolContracts } from "./contracts.ts";

/** What Rocket Pool answers at a block. Ether in wei, rates of 18 decimals. */
export interface RocketPoolReading {
  readonly depositPool: Address;
  /** What the oracle last said: ether of the network, rETH that it backs, and when. */
  readonly totalEth: bigint;
  readonly rEthSupply: bigint;
  readonly balancesTimestamp: number;
  readonly isDepositEnabled: boolean;
  readonly minimumDeposit: bigint;
  readonly depositFeeWad: bigint;
  /**
   * Ether that the deposit pool has and may have, to which the queue of validators adds while
   * deposits are assigned to it.
   */
  readonly poolBalance: bigint;
  readonly maximumPoolSize: bigint;
  readonly queueCapacity: bigint;
  readonly isAssigning: boolean;
  /** Ether of the rETH contract, and the part of the network's that deposits fill it up to. */
  readonly rEthBalance: bigint;
  readonly targetCollateralWad: bigint;
}

/** A view without arguments, or one of a key of storage, that answers a single word. */
type Question = readonly [target: Address, signature: string, key?: Hex];

const NAMES = [
  "rocketDepositPool",
  "rocketNetworkBalances",
  "rocketDAOProtocolSettingsDeposit",
  "rocketDAOProtocolSettingsNetwork",
  "rocketMinipoolQueue",
] as const;

/**
 * Reads Rocket Pool in two calls; null where it does not answer. Its settings and its queue change
 * without events.
 *
 * @see https://github.com/rocket-pool/rocketpool/blob/fef41a4f7cf99d7d66313c0ba04deb8ba2dabf88/contracts/contract/RocketBase.sol
 */
export async function readRocketPool(
  aggregate: Aggregate,
  { rEth, storage }: RocketPoolContracts,
): Promise<RocketPoolReading | null> {
  const named = await ask(
    aggregate,
    NAMES.map((name) => [
      storage,
      "getAddress(bytes32)",
      keccak256(encodePacked(["string", "string"], ["contract.address", name])),
    ]),
  );
  if (named === null) return null;
  const [depositPool, balances, depositSettings, networkSettings, queue] = named.map((word) =>
    numberToHex(word, { size: 20 }),
  );
  if (!depositPool || !balances || !depositSettings || !networkSettings || !queue) return null;
  const answers = await ask(aggregate, [
    [balances, "getTotalETHBalance()"],
    [balances, "getTotalRETHSupply()"],
    [balances, "getBalancesTimestamp()"],
    [depositSettings, "getDepositEnabled()"],
    [depositSettings, "getMinimumDeposit()"],
    [depositSettings, "getDepositFee()"],
    [depositPool, "getBalance()"],
    [depositSettings, "getMaximumDepositPoolSize()"],
    [depositSettings, "getAssignDepositsEnabled()"],
    [queue, "getEffectiveCapacity()"],
    [storage, "getUint(bytes32)", keccak256(stringToHex("deposit.pool.requested.total"))],
    [networkSettings, "getTargetRethCollateralRate()"],
    [rEth, "getTotalCollateral()"],
    [depositPool, "getExcessBalance()"],
  ]);
  if (answers === null) return null;
  const at = (index: number): bigint => answers[index] ?? 0n;
  return {
    depositPool,
    totalEth: at(0),
    rEthSupply: at(1),
    balancesTimestamp: Number(at(2)),
    isDepositEnabled: at(3) === 1n,
    minimumDeposit: at(4),
    depositFeeWad: at(5),
    poolBalance: at(6),
    maximumPoolSize: at(7),
    isAssigning: at(8) === 1n,
    queueCapacity: at(9) + at(10),
    targetCollateralWad: at(11),
    rEthBalance: at(12) - at(13),
  };
}

/** A word for each question; null when one is not answered. */
async function ask(
  aggregate: Aggregate,
  questions: readonly Question[],
): Promise<readonly bigint[] | null> {
  const answers = await aggregate(
    questions.map(([target, signature, key = "0x"]) => ({
      target,
      allowFailure: true,
      callData: concatHex([toFunctionSelector(signature), key]),
    })),
  );
  const isWhole = answers.every(({ success, returnData }) => success && size(returnData) === 32);
  return isWhole ? answers.map(({ returnData }) => hexToBigInt(returnData)) : null;
}
