import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  prepareEncodeFunctionData,
} from "viem";
import { max, min } from "../../lib/math.ts";

/** Outcome of the quality check of one token; `reason` is for an operator. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** A token to try, and who to take it from. */
export interface Trial {
  readonly token: Address;
  /** A pool; it sends the first transfer, which needs no key in a simulation. */
  readonly holder: Address;
  /** What the holder has, smallest unit. At least 1. */
  readonly balance: bigint;
  /** Calls by which it comes to that; absent: it has it. */
  readonly before?: readonly TrialCall[];
}

/** One call of a trial. */
export interface TrialCall {
  readonly account: Address;
  readonly to: Address;
  readonly data: Hex;
}

/** What became of a call. */
export interface TrialResult {
  readonly ok: boolean;
  readonly data: Hex;
}

/**
 * Three accounts that nobody uses, which the token passes through: the first 20 bytes of
 * keccak256("weir.quality.1"), ".2" and ".3".
 */
const ALICE: Address = "0x17e24d05ecd90c2f54a4b08dbfab41b108fb2c16";
const BOB: Address = "0xe43067732ca08d59529b5a6a1383519a2e812d6f";
const CAROL: Address = "0xdf431c6f4cd8eb5b64341c7b52b081e407b13434";

/**
 * The part of the holder's balance that moves: enough to show a fee, and below limits per transfer.
 */
const BALANCE_PARTS = 20n;
/** Characters of a 32-byte word as hex. */
const WORD_LENGTH = 66;

/** Of the asset's holder: the part that is paid in, below caps, and what tells more than dust. */
const PAID_PARTS = 1_000_000n;
const LEAST_PAID = 1_000_000n;

/** Functions with their selectors, which would be hashed again for each of a token's calls. */
const BALANCE_OF = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "balanceOf" });
const TRANSFER = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "transfer" });
const APPROVE = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "approve" });
const TRANSFER_FROM = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "transferFrom" });
const DEPOSIT = prepareEncodeFunctionData({
  abi: parseAbi(["function deposit(uint256 assets, address receiver) returns (uint256)"]),
  functionName: "deposit",
});

/** The call that reads an account's balance; who makes it does not matter. */
export function balanceCall(token: Address, account: Address): TrialCall {
  const data = encodeFunctionData({ ...BALANCE_OF, args: [account] });
  return { account: ALICE, to: token, data };
}

/** The number that a call answered; null when it failed or answered anything but one word. */
export function decodeAmount(result: TrialResult | undefined): bigint | null {
  if (result?.ok !== true || result.data.length !== WORD_LENGTH) return null;
  return BigInt(result.data);
}

/**
 * What a trial moves: a twentieth of the holder's balance, rounded down; all of it below 20 units.
 */
export function trialAmount({ balance }: Trial): bigint {
  return balance / BALANCE_PARTS || balance;
}

/**
 * The calls by which a holder of a token's asset comes to some of the token: it approves and pays
 * in a small part of what it has.
 */
export function issuingCalls({
  token,
  asset,
  holder,
  balance,
}: {
  readonly token: Address;
  readonly asset: Address;
  readonly holder: Address;
  /** Of the asset, smallest unit. */
  readonly balance: bigint;
}): readonly TrialCall[] {
  const amount = max(balance / PAID_PARTS, min(balance, LEAST_PAID));
  const approve = encodeFunctionData({ ...APPROVE, args: [token, amount] });
  const deposit = encodeFunctionData({ ...DEPOSIT, args: [amount, holder] });
  return [
    { account: holder, to: asset, data: approve },
    { account: holder, to: token, data: deposit },
  ];
}

/**
 * The calls of a trial, in order, after those before it: holder to Alice, Alice to Bob, Bob
 * approves Carol, Carol sends Bob's back to the holder; balances are read around each.
 */
export function trialCalls(trial: Trial): readonly TrialCall[] {
  const { token, holder, before = [] } = trial;
  const amount = trialAmount(trial);
  const balanceOf = (account: Address) => balanceCall(token, account);
  const send = (account: Address, data: Hex) => ({ account, to: token, data });
  const transfer = (from: Address, to: Address) =>
    send(from, encodeFunctionData({ ...TRANSFER, args: [to, amount] }));
  return [
    ...before,
    balanceOf(holder),
    balanceOf(ALICE),
    balanceOf(BOB),
    transfer(holder, ALICE),
    balanceOf(holder),
    balanceOf(ALICE),
    transfer(ALICE, BOB),
    balanceOf(ALICE),
    balanceOf(BOB),
    send(BOB, encodeFunctionData({ ...APPROVE, args: [CAROL, amount] })),
    send(CAROL, encodeFunctionData({ ...TRANSFER_FROM, args: [BOB, holder, amount] })),
    balanceOf(BOB),
    balanceOf(holder),
  ];
}

/**
 * Judges a trial by the results of `trialCalls`. A token passes when every call succeeds, none
 * answers false (no answer at all is allowed: USDT gives none), and every transfer moves exactly
 * the amount: nothing more, nothing less.
 */
export function judgeTrial(trial: Trial, results: readonly TrialResult[]): Verdict {
  const amount = trialAmount(trial);
  const own = results.slice(trial.before?.length ?? 0);
  const at = (index: number) => decodeAmount(own[index]);
  const [holder, alice, bob] = [at(0), at(1), at(2)];
  if (holder === null || alice === null || bob === null) return fail("balanceOf gives no number");

  if (!succeeded(own[3])) return fail("transfer from a pool fails");
  if (at(4) !== holder - amount) return fail("transfer from a pool takes another amount");
  if (at(5) !== alice + amount) return fail("transfer from a pool pays another amount");

  if (!succeeded(own[6])) return fail("transfer fails");
  if (at(7) !== alice) return fail("transfer takes another amount");
  if (at(8) !== bob + amount) return fail("transfer pays another amount");

  if (!succeeded(own[9])) return fail("approve fails");
  if (!succeeded(own[10])) return fail("transferFrom to a pool fails");
  if (at(11) !== bob) return fail("transferFrom to a pool takes another amount");
  if (at(12) !== holder) return fail("transferFrom to a pool pays another amount");
  return { ok: true };
}

function fail(reason: string): Verdict {
  return { ok: false, reason };
}

/** Whether a call succeeded and answered nothing or true. */
function succeeded(result: TrialResult | undefined): boolean {
  if (result?.ok !== true) return false;
  if (result.data === "0x") return true;
  return result.data.length >= WORD_LENGTH && BigInt(result.data.slice(0, WORD_LENGTH)) === 1n;
}
