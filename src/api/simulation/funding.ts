import type { Address, Hex, PublicClient } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Payment } from "../program/execution.ts";
import { learnLayout, recallSlot } from "./balance-layout.ts";
import { findBalanceSlot } from "./balance-slot.ts";
import { readHoldings } from "./caller.ts";
import { approveData, transferData } from "./erc20.ts";
import { type Issuance, ROUNDING } from "./issuance.ts";
import type { Gift } from "./overrides.ts";

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
  /** Tokens whose balance word is where it was for another owner or block, which need not hold. */
  readonly recalled: readonly Address[];
}

/** Balances that are overridden, and the token if the word of one was recalled. */
type BalanceOverride = Pick<Funding, "gifts" | "recalled">;

/** Where a simulation gets a token from. */
export interface Sources {
  readonly blockNumber: bigint;
  readonly multicall3: Address;
  /** Accounts with the token that the transaction does not touch. */
  readonly holders: readonly Address[];
  /** Whether transfers of the token round. */
  readonly rounds: boolean;
  /** The deposit by which the owner gets an amount of the token; null when nobody issues it. */
  readonly issue: (amount: bigint) => Issuance | null;
}

const NOTHING_SET: BalanceOverride = { gifts: [], recalled: [] };
/** Wei left to an owner who deposits native currency. */
const GAS_MONEY = 10n ** 18n;
/** Holders asked at most. */
const MAX_HOLDERS = 8;

/**
 * Plans the balance and allowance that the sender lacks at a block, and only those.
 *
 * Tokens come from `holders` that the transaction does not touch: a real transfer, which suits
 * every kind of token. When they hold too little, the sender's balance word is overridden. The
 * allowance is a real `approve` of the exact amount.
 * @returns null when the tokens cannot be supplied either way.
 */
export async function planFunding(
  client: PublicClient,
  payment: Payment,
  on: Sources,
): Promise<Funding | null> {
  const { owner, token, amount, spender } = payment;
  const { blockNumber, multicall3 } = on;
  const holders = on.holders.slice(0, MAX_HOLDERS);
  const query = { owner, token, spender, holders, multicall3, blockNumber };
  const has = await readHoldings(client, query);
  const lacking = amount > has.balance ? amount - has.balance : 0n;
  if (token === NATIVE) return nativeFunding(payment, { held: has.balance, lacking });

  const isApproved = spender === null || (has.allowance ?? 0n) >= amount;
  const approvals = isApproved
    ? []
    : approve({ owner, token, amount, spender, current: has.allowance ?? 0n });
  const supplied: Supplied = {
    balance: lacking === 0n ? null : { token, amount: lacking },
    allowance: isApproved ? null : { token, spender, amount },
  };
  if (lacking === 0n) return { supplied, ...NOTHING_SET, calls: approvals };

  // What rounds on its way may arrive short, and no word of storage is its balance.
  const sent = on.rounds ? lacking + ROUNDING : lacking;
  const sources = holders.map((holder, i) => ({ holder, held: has.held[i] ?? 0n }));
  const transfers = fromHolders(sources, { owner, token, lacking: sent });
  if (transfers !== null) {
    return { supplied, ...NOTHING_SET, calls: [...transfers, ...approvals] };
  }
  const gift = { token, owner, held: has.balance, added: lacking };
  const override = on.rounds ? null : await balanceOverride(client, gift, on);
  if (override !== null) return { supplied, ...override, calls: approvals };
  const issued = await byIssuance(client, { owner, lacking }, on);
  if (issued === null) return null;
  return { supplied, ...issued, calls: [...issued.calls, ...approvals] };
}

/** Sets the word that holds an account's balance; null where no single word does. */
async function balanceOverride(
  client: PublicClient,
  of: {
    readonly token: Address;
    readonly owner: Address;
    readonly held: bigint;
    readonly added: bigint;
  },
  { blockNumber }: Sources,
): Promise<BalanceOverride | null> {
  const recalled = recallSlot(client, of);
  const place = recalled ?? (await findBalanceSlot(client, { ...of, blockNumber }));
  if (place === null) return null;
  if (recalled === null) learnLayout(client, of, place);
  return {
    gifts: [{ place, held: of.held, added: of.added }],
    recalled: recalled === null ? [] : [of.token],
  };
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
    return { gifts: [gift], recalled: [], calls };
  }
  const of = { token: tokenIn, owner, held, added: amountIn };
  const override = await balanceOverride(client, of, on);
  return override === null ? null : { ...override, calls };
}

function nativeFunding(
  { owner }: Payment,
  { held, lacking }: { readonly held: bigint; readonly lacking: bigint },
): Funding {
  if (lacking === 0n) {
    return { supplied: { balance: null, allowance: null }, ...NOTHING_SET, calls: [] };
  }
  return {
    supplied: { balance: { token: NATIVE, amount: lacking }, allowance: null },
    gifts: [{ place: { account: owner }, held, added: lacking }],
    recalled: [],
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
