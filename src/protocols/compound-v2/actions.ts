import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { type CallArgument, type CallOperation, literal, type Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import { forkOf } from "./contracts.ts";
import { type CompoundV2Market, sharesFor } from "./pool.ts";

const MINT = parseAbiItem("function mint(uint256 mintAmount) returns (uint256)");
const MINT_NATIVE = parseAbiItem("function mint() payable");
const REDEEM = parseAbiItem("function redeem(uint256 redeemTokens) returns (uint256)");
const REDEEM_EXACT = parseAbiItem(
  "function redeemUnderlying(uint256 redeemAmount) returns (uint256)",
);
const BORROW = parseAbiItem("function borrow(uint256 borrowAmount) returns (uint256)");
const REPAY = parseAbiItem("function repayBorrow(uint256 repayAmount) returns (uint256)");
const REPAY_NATIVE = parseAbiItem("function repayBorrow() payable");
const ENTER = parseAbiItem("function enterMarkets(address[] cTokens) returns (uint256[])");
const CLAIM_COMP = parseAbiItem("function claimComp(address holder, address[] cTokens)");
const CLAIM_VENUS = parseAbiItem("function claimVenus(address holder, address[] vTokens)");
const CLAIM_WELL = parseAbiItem("function claimReward(address holder, address[] mTokens)");
const CLAIM_QI = parseAbiItem(
  "function claimReward(uint8 rewardType, address holder, address[] qiTokens)",
);

/** Functions that only account actions call. */
export const fixedFunctions: readonly AbiFunction[] = [
  ...[BORROW, REPAY, REPAY_NATIVE, ENTER],
  ...[CLAIM_COMP, CLAIM_VENUS, CLAIM_WELL, CLAIM_QI],
];

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  ...[MINT, MINT_NATIVE, REDEEM, REDEEM_EXACT],
  ...fixedFunctions,
];

const AMOUNT_IN: CallArgument = { kind: "amountIn" };
const CALLER: CallArgument = { kind: "caller" };
/** @see https://github.com/Benqi-fi/BENQI-Smart-Contracts/blob/e0cfd244726719dfe027c9740878d64d1cad98f2/lending/Comptroller.sol#L83 */
const REWARD_TYPE = { qi: 0, avax: 1 } as const;

/**
 * What all calls have in common: they answer an error number where they refuse, so that only what
 * the caller gains is believed.
 */
const CALL = {
  kind: "call",
  args: [AMOUNT_IN],
  value: "none",
  approve: false,
  amountOut: { from: "gain" },
  pays: "caller",
  price: "moving",
} as const satisfies Partial<CallOperation>;

/** A call of the market that spends its asset. */
function spending(
  { cToken, asset }: CompoundV2Market,
  functions: { readonly token: AbiFunction; readonly native: AbiFunction },
): CallOperation {
  return asset === NATIVE
    ? { ...CALL, target: cToken, function: functions.native, args: [], value: "amountIn" }
    : { ...CALL, target: cToken, function: functions.token, approve: true };
}

/** `mint`. */
export function deposit(state: CompoundV2Market, _edge: Edge): Operation {
  return spending(state, { token: MINT, native: MINT_NATIVE });
}

/** `redeem`. */
export function redeem({ cToken }: CompoundV2Market, _edge: Edge): Operation {
  return { ...CALL, target: cToken, function: REDEEM };
}

/**
 * Withdraw an exact amount of the asset, borrow it, for which the collateral is entered first,
 * repay it, and claim rewards. Whether the collateral suffices is left to the simulation.
 */
export function accountActions(state: CompoundV2Market): readonly AccountAction[] {
  const { cToken, comptroller, asset, paidIn, rewardTokens } = state;
  const actions: AccountAction[] = [
    {
      ...{ verb: "withdraw", tokenIn: cToken, tokensOut: [paidIn], primaryAddress: cToken },
      operation: { ...CALL, target: cToken, function: REDEEM_EXACT },
      cost: (amountOut, at) => sharesFor(state, amountOut, at),
    },
    {
      ...{ verb: "repay", tokenIn: asset, tokensOut: [], primaryAddress: cToken },
      operation: {
        ...spending(state, { token: REPAY, native: REPAY_NATIVE }),
        ...{ amountOut: { from: "amountIn" }, price: "fixed" },
      },
    },
  ];
  if (!state.isBorrowPaused) {
    actions.push({
      ...{ verb: "borrow", tokenIn: null, tokensOut: [paidIn], primaryAddress: cToken },
      before: (collateral) => entering(comptroller, collateral),
      operation: { ...CALL, target: cToken, function: BORROW, price: "fixed" },
      refusal: "answered",
    });
  }
  if (rewardTokens.length > 0) {
    actions.push({
      ...{ verb: "harvest", tokenIn: cToken, tokensOut: rewardTokens, primaryAddress: comptroller },
      ...claims(state),
    });
  }
  return actions;
}

function entering(comptroller: Address, collateral: Address): CallOperation {
  const args = [literal([collateral])];
  return { ...CALL, target: comptroller, function: ENTER, args, price: "fixed" };
}

/** The calls that claim what a market has earned its account. */
function claims(state: CompoundV2Market): Pick<AccountAction, "operation" | "before"> {
  const { cToken, comptroller, slug } = state;
  const markets = literal([cToken]);
  const claim = (by: AbiFunction, args: readonly CallArgument[]): CallOperation => {
    return { ...CALL, target: comptroller, function: by, args, price: "fixed" };
  };
  switch (forkOf(slug)) {
    case "compound":
      return { operation: claim(CLAIM_COMP, [CALLER, markets]) };
    case "venus":
      return { operation: claim(CLAIM_VENUS, [CALLER, markets]) };
    case "moonwell":
      return { operation: claim(CLAIM_WELL, [CALLER, markets]) };
    case "benqi":
      return {
        before: () => claim(CLAIM_QI, [literal(REWARD_TYPE.avax), CALLER, markets]),
        operation: claim(CLAIM_QI, [literal(REWARD_TYPE.qi), CALLER, markets]),
      };
  }
}
