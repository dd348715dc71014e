import type { Address, Hex, PublicClient } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { Payment } from "../program/execution.ts";
import { readHoldings } from "./caller.ts";
import { allowanceData, approveData, balanceOfData, transferData } from "./erc20.ts";
import type { Issuance } from "./issuance.ts";
import { learnLayout, type MappedNumber, recallWord } from "./layout.ts";
import type { Gift } from "./overrides.ts";
import { ROUNDING } from "./rounding.ts";
import { findStorageWord } from "./storage-word.ts";

/** What the simulation had to give for one payment so that the transaction could run. */
export interface Supplied {
  readonly balance: { readonly token: Address; readonly amount: bigint } | null;
  readonly allowance: {
    readonly token: Address;
    readonly spender: Address;
    readonly amount: bigint;
  } | null;
}

/** A call that runs before the transaction in the simulated block. */
export interface PrecedingCall {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  /** Wei; none when absent. */
  readonly value?: bigint;
}

/**
 * How a simulation gives the sender what it lacks: balances that are overridden and calls before
 * the transaction.
 */
export interface Funding {
  readonly supplied: Supplied;
  readonly gifts: readonly Gift[];
  readonly calls: readonly PrecedingCall[];
  /** Numbers whose words were set. */
  readonly written: readonly MappedNumber[];
}

/** Words of storage that are overridden. */
type Written = Pick<Funding, "gifts" | "written">;

/** Where a simulation gets a token from. */
export interface Sources {
  readonly blockNumber: bigint;
  readonly multicall3: Address;
  /** Accounts with the token that the transaction does not touch; asked for only where needed. */
  readonly holders: () => readonly Address[];
  /** Whether transfers of the token round. */
  readonly rounds: boolean;
  /** Whether the token lets a spender take everything or nothing. */
  readonly allowsAll: boolean;
  /**
   * What is tried first: words of storage, which leave the transaction what it meets as it is, or
   * transfers and approvals, which suit every kind of token.
   */
  readonly first: "words" | "calls";
  /** The deposit by which the owner gets an amount of the token; null when nobody issues it. */
  readonly issue: (amount: bigint) => Issuance | null;
}

const NOTHING: Omit<Funding, "supplied"> = { gifts: [], written: [], calls: [] };
/** Wei left to an owner who deposits native currency. */
const GAS_MONEY = 10n ** 18n;
/** Holders asked at most. */
const MAX_HOLDERS = 8;

/**
 * Plans the balance and allowance that the sender lacks at a block, and only those: as words of
 * storage, which are set, or else by real calls before the transaction. These are transfers from
 * `holders` that the transaction does not touch, the deposit by which a token is issued, and an
 * `approve` of the exact amount.
 * @returns null when the tokens cannot be supplied in any way.
 */
export async function planFunding(
  client: PublicClient,
  payment: Payment,
  on: Sources,
): Promise<Funding | null> {
  const { owner, token, amount, spender } = payment;
  const { blockNumber, multicall3 } = on;
  const query = { owner, token, spender, holders: [], multicall3, blockNumber };
  const has = await readHoldings(client, query);
  const lacking = amount > has.balance ? amount - has.balance : 0n;
  if (token === NATIVE) return nativeFunding(payment, { held: has.balance, lacking });
  const allowed = spender === null || (has.allowance ?? 0n) >= amount ? null : has.allowance;
  const [given, approved] = await Promise.all([
    lacking === 0n ? NOTHING : planBalance(client, { payment, held: has.balance, lacking }, on),
    spender === null || allowed === null
      ? NOTHING
      : planAllowance(client, { owner, token, amount, spender, current: allowed }, on),
  ]);
  if (given === null) return null;
  return {
    supplied: {
      balance: lacking === 0n ? null : { token, amount: lacking },
      allowance: spender === null || allowed === null ? null : { token, spender, amount },
    },
    gifts: [...given.gifts, ...approved.gifts],
    written: [...given.written, ...approved.written],
    calls: [...given.calls, ...approved.calls],
  };
}

/** How the owner gets what it lacks; null: in no way. */
async function planBalance(
  client: PublicClient,
  of: { readonly payment: Payment; readonly held: bigint; readonly lacking: bigint },
  on: Sources,
): Promise<Omit<Funding, "supplied"> | null> {
  const { payment, held, lacking } = of;
  const { owner, token } = payment;
  const { blockNumber, multicall3 } = on;
  const number: MappedNumber = { token, mapping: "balances", keys: [owner] };
  const data = balanceOfData(owner);
  // No word of storage is a balance that rounds.
  const byWord = async () =>
    on.rounds ? null : writing(client, { number, data, held, added: lacking }, blockNumber);
  const byTransfers = async () => {
    const holders = on.holders().slice(0, MAX_HOLDERS);
    if (holders.length === 0) return null;
    const query = { owner, token, spender: null, holders, multicall3, blockNumber };
    const { held: amounts } = await readHoldings(client, query);
    const sources = holders.map((holder, i) => ({ holder, held: amounts[i] ?? 0n }));
    // What rounds on its way may arrive short.
    const sent = on.rounds ? lacking + ROUNDING : lacking;
    const calls = fromHolders(sources, { owner, token, lacking: sent });
    return calls && { ...NOTHING, calls };
  };
  const [one, other] = on.first === "words" ? [byWord, byTransfers] : [byTransfers, byWord];
  return (await one()) ?? (await other()) ?? byIssuance(client, { owner, lacking }, on);
}

/** How the spender is allowed the amount. */
async function planAllowance(
  client: PublicClient,
  payment: Payment & { readonly spender: Address; readonly current: bigint },
  on: Sources,
): Promise<Omit<Funding, "supplied">> {
  const { owner, spender, token, amount: added } = payment;
  const number: MappedNumber = { token, mapping: "allowances", keys: [owner, spender] };
  const data = allowanceData(owner, spender);
  const set =
    on.first === "words"
      ? await writing(client, { number, data, held: 0n, added }, on.blockNumber)
      : null;
  const amount = on.allowsAll ? MAX_UINT256 : added;
  return set ?? { ...NOTHING, calls: approve({ ...payment, amount }) };
}

/** Sets the word that holds a number of a token; null where no single word does. */
async function writing(
  client: PublicClient,
  of: {
    readonly number: MappedNumber;
    /** Of the view that tells it. */
    readonly data: Hex;
    readonly held: bigint;
    readonly added: bigint;
  },
  blockNumber: bigint,
): Promise<(Written & { readonly calls: readonly [] }) | null> {
  const { number, data, held, added } = of;
  const { token } = number;
  const recalled = recallWord(client, number);
  const place = recalled ?? (await findStorageWord(client, { token, data, blockNumber }));
  if (place === null) return null;
  if (recalled === null) learnLayout(client, number, place);
  return { gifts: [{ place, held, added }], written: [number], calls: [] };
}

/** Lets the owner deposit what the token stands for, which it is given instead. */
async function byIssuance(
  client: PublicClient,
  { owner, lacking }: { readonly owner: Address; readonly lacking: bigint },
  on: Sources,
): Promise<Omit<Funding, "supplied"> | null> {
  const issuance = on.issue(lacking);
  if (issuance === null) return null;
  const { tokenIn, amountIn, calls } = issuance;
  const { multicall3, blockNumber } = on;
  const query = { owner, token: tokenIn, spender: null, holders: [], multicall3, blockNumber };
  const { balance: held } = await readHoldings(client, query);
  if (tokenIn === NATIVE) {
    const gift = { place: { account: owner }, held, added: amountIn + GAS_MONEY };
    return { gifts: [gift], written: [], calls };
  }
  const number: MappedNumber = { token: tokenIn, mapping: "balances", keys: [owner] };
  const of = { number, data: balanceOfData(owner), held, added: amountIn };
  const set = await writing(client, of, blockNumber);
  return set && { ...set, calls };
}

function nativeFunding(
  { owner }: Payment,
  { held, lacking }: { readonly held: bigint; readonly lacking: bigint },
): Funding {
  if (lacking === 0n) {
    return { supplied: { balance: null, allowance: null }, ...NOTHING };
  }
  return {
    supplied: { balance: { token: NATIVE, amount: lacking }, allowance: null },
    gifts: [{ place: { account: owner }, held, added: lacking }],
    written: [],
    calls: [],
  };
}

/**
 * An allowance that is neither zero nor enough goes through zero: tokens such as USDT refuse to
 * change it directly.
 */
function approve(
  payment: Payment & { readonly spender: Address; readonly current: bigint },
): readonly PrecedingCall[] {
  const to = (amount: bigint): PrecedingCall => ({
    from: payment.owner,
    to: payment.token,
    data: approveData(payment.spender, amount),
  });
  return payment.current === 0n ? [to(payment.amount)] : [to(0n), to(payment.amount)];
}

/** Transfers by which holders supply what is lacking; null when they hold too little. */
function fromHolders(
  sources: readonly { readonly holder: Address; readonly held: bigint }[],
  need: { readonly owner: Address; readonly token: Address; readonly lacking: bigint },
): readonly PrecedingCall[] | null {
  const calls: PrecedingCall[] = [];
  let left = need.lacking;
  for (const { holder, held } of sources) {
    const amount = held < left ? held : left;
    if (amount === 0n) continue;
    calls.push({ from: holder, to: need.token, data: transferData(need.owner, amount) });
    left -= amount;
    if (left === 0n) return calls;
  }
  return null;
}
