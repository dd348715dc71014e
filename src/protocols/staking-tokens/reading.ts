import { type Address, concatHex, type Hex, pad, toFunctionSelector } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { NATIVE } from "../../lib/address.ts";
import { wordOf } from "../../seed/words.ts";
import type { StakingContracts } from "./contracts.ts";

/** What a token's contracts answer at a block. */
export interface StakingReading {
  /** Shares, and what they are worth together, smallest unit; or a price as their ratio. */
  readonly shares: bigint;
  readonly assets: bigint;
  /** Part of the shares that a deposit is not given, basis points. */
  readonly adjustmentBps: number;
  readonly minimum: bigint;
  /** What counts against the cap: shares, or native currency; null: there is no cap. */
  readonly supplied: bigint;
  readonly cap: bigint | null;
  readonly isPaused: boolean;
  /** Native currency that stands behind the token. */
  readonly held: bigint;
  /** The wrapper's shares, of which as many can be unwrapped. */
  readonly wrapped: bigint;
}

/** A view with at most one word of arguments. */
type Question = readonly [target: Address, signature: string, argument?: Address];

type Answers = readonly (bigint | undefined)[];

/**
 * What is asked about a token; `reading` is null where the answers are not enough. A pause that a
 * contract knows nothing of is none.
 */
interface Inquiry {
  readonly questions: readonly Question[];
  reading(answers: Answers): StakingReading | null;
}

const ETHER = 10n ** 18n;
const NONE = { adjustmentBps: 0, minimum: 0n, supplied: 0n, cap: null, wrapped: 0n } as const;

function inquiryOf(contracts: StakingContracts): Inquiry {
  const { issuer, token, entry, wrapper, oracle, settings } = contracts;
  switch (issuer) {
    // https://github.com/etherfi-protocol/smart-contracts/blob/b4a0968087b178bc346cdf6bee6c0597bf4c42c7/src/core/LiquidityPool.sol#L618
    case "ether-fi":
      return {
        questions: [
          [token, "totalShares()"],
          [entry, "getTotalPooledEther()"],
          [wrapper ?? token, "totalSupply()"],
          [entry, "paused()"],
        ],
        reading: ([shares, assets, wrapped, paused]) =>
          shares === undefined || assets === undefined || wrapped === undefined
            ? null
            : { ...NONE, shares, assets, held: assets, wrapped, isPaused: paused === 1n },
      };
    // https://github.com/mantle-lsp/contracts/blob/afa686bbe9057b16e39786b3a01f21d8fe731af0/src/Staking.sol#L319
    case "mantle":
      return {
        questions: [
          [token, "totalSupply()"],
          [entry, "totalControlled()"],
          [entry, "exchangeAdjustmentRate()"],
          [entry, "minimumStakeBound()"],
          [entry, "maximumMETHSupply()"],
          [settings ?? entry, "isStakingPaused()"],
          [entry, "isStakingAllowlist()"],
        ],
        reading([shares, assets, adjustment, minimum, cap, paused, listed]) {
          if (shares === undefined || assets === undefined || adjustment === undefined) return null;
          if (minimum === undefined || cap === undefined) return null;
          const isPaused = paused === 1n || listed === 1n;
          const adjustmentBps = Number(adjustment);
          return {
            ...{ ...NONE, shares, assets, adjustmentBps, minimum, supplied: shares, cap },
            ...{ isPaused, held: assets },
          };
        },
      };
    // https://github.com/FraxFinance/frxETH-public/blob/018eaf4daf0eb5ca94dfbb275d3fa59008ea829e/src/frxETHMinter.sol#L85
    case "frax":
      return {
        questions: [
          [token, "totalSupply()"],
          [entry, "submitPaused()"],
        ],
        reading: ([held, paused]) =>
          held === undefined || paused === undefined
            ? null
            : { ...NONE, shares: 1n, assets: 1n, held, isPaused: paused === 1n },
      };
    // https://github.com/Kelp-DAO/LRT-rsETH/blob/c289b815eb8f3300ed9feab13ef6b8b05515a15c/contracts/LRTDepositPool.sol#L441
    case "kelp":
      return {
        questions: [
          [oracle ?? entry, "getAssetPrice(address)", NATIVE],
          [oracle ?? entry, "rsETHPrice()"],
          [entry, "minAmountToDeposit()"],
          [entry, "getTotalAssetDeposits(address)", NATIVE],
          [settings ?? entry, "depositLimitByAsset(address)", NATIVE],
          [token, "totalSupply()"],
          [entry, "paused()"],
        ],
        reading([shares, assets, minimum, supplied, cap, issued, paused]) {
          if (shares === undefined || assets === undefined || minimum === undefined) return null;
          if (supplied === undefined || cap === undefined || issued === undefined) return null;
          const held = (issued * assets) / ETHER;
          const isPaused = paused === 1n;
          return { ...NONE, shares, assets, minimum, supplied, cap, held, isPaused };
        },
      };
    // https://github.com/Benqi-fi/BENQI-Smart-Contracts/blob/e0cfd244726719dfe027c9740878d64d1cad98f2/sAVAX/StakedAvax.sol#L401
    case "benqi":
      return {
        questions: [
          [token, "totalShares()"],
          [token, "totalPooledAvax()"],
          [token, "paused()"],
        ],
        reading: ([shares, assets, paused]) =>
          shares === undefined || assets === undefined
            ? null
            : { ...NONE, shares, assets, held: assets, isPaused: paused === 1n },
      };
  }
}

/** Reads a token in one call; null where its contracts do not answer. */
export async function readStaking(
  aggregate: Aggregate,
  contracts: StakingContracts,
): Promise<StakingReading | null> {
  const { questions, reading } = inquiryOf(contracts);
  const answers = await aggregate(
    questions.map(([target, signature, argument]) => ({
      ...{ target, allowFailure: true as const, callData: encoded(signature, argument) },
    })),
  );
  return reading(
    answers.map(({ success, returnData }) => (success ? wordOf(returnData) : undefined)),
  );
}

function encoded(signature: string, argument: Address | undefined): Hex {
  const selector = toFunctionSelector(signature);
  return argument === undefined ? selector : concatHex([selector, pad(argument)]);
}
