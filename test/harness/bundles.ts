import type { Address } from "viem";
import { expect } from "vitest";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { max } from "../../src/lib/math.ts";
import { mined } from "./execution.ts";
import { createSafe, type Safe } from "./safe.ts";
import type { DevnetClient, RunningService } from "./service.ts";
import { sharedService } from "./shared-service.ts";
import {
  type Answer,
  ask,
  balanceOf,
  bodyOf,
  deal,
  dealApproved,
  type TradeBody,
} from "./trading.ts";

/** An action as a caller sends it. */
export interface Action {
  readonly protocol: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Who asks for bundles and runs them. */
export interface Wallet {
  readonly weir: RunningService;
  readonly safe: Safe;
}

type Query = Readonly<Record<string, string>>;

const executed = new WeakMap<RunningService, Set<string>>();

/** Names of the actions that bundles executed so far on a service. */
export function executedOn(weir: RunningService): Set<string> {
  const names = executed.get(weir) ?? new Set();
  executed.set(weir, names);
  return names;
}

export function act(protocol: string, action: string, args: Action["args"]): Action {
  return { protocol, action, args };
}

/** The output of an earlier action. */
export function out(place: number, index = 0) {
  return { useOutputOfCallAt: place, ...(index > 0 && { index }) };
}

/** A new Safe on the shared service; its owner gets coin for gas. */
export async function createWallet(owner: Address): Promise<Wallet> {
  const weir = await sharedService();
  await weir.node(1).setBalance({ address: owner, value: 10n ** 24n });
  return { weir, safe: await createSafe(weir, owner) };
}

/** Sets the Safe's balance of a token. */
export function fund({ weir, safe }: Wallet, token: Address, amount: bigint): Promise<void> {
  return deal(weir.node(1), { owner: safe.address, token, amount });
}

/** Asks for a bundle of the Safe. */
export function askBundle(
  { weir, safe }: Wallet,
  actions: readonly Action[],
  query: Query = {},
): Promise<Answer> {
  return ask(weir, "bundle", { fromAddress: safe.address, ...query }, actions);
}

/** Asks for a bundle of an owner's core wallet. */
export function askCoreBundle(
  weir: RunningService,
  owner: Address,
  { actions, query = {} }: { readonly actions: readonly Action[]; readonly query?: Query },
): Promise<Answer> {
  const from = { fromAddress: owner, routingStrategy: "corewallet" };
  return ask(weir, "bundle", { ...from, ...query }, actions);
}

/** Sets an owner's balance of a token, which its core wallet may take. */
export function fundCoreWallet(
  node: DevnetClient,
  owner: Address,
  of: { readonly token: Address; readonly amount: bigint },
): Promise<void> {
  return dealApproved(node, { ...of, owner, spender: coreWalletOf(owner) });
}

/** Runs what was answered in the Safe. */
export async function run({ weir, safe }: Wallet, body: TradeBody): Promise<void> {
  await mined(weir, await safe.delegateCall(body.tx, BigInt(body.gas)));
}

/**
 * Runs a bundle in the Safe. Who gains, the Safe or the receivers that are named, gain of each
 * token what was answered, to the wei.
 */
export async function executeBundle(
  wallet: Wallet,
  actions: readonly Action[],
  query: Query = {},
): Promise<Answer> {
  const { weir, safe } = wallet;
  const answer = await askBundle(wallet, actions, query);
  const body = bodyOf(answer);
  const receivers = actions.flatMap(({ args }) => (args.receiver ?? []) as Address | []);
  const owners = [...new Set([(query.receiver ?? safe.address) as Address, ...receivers])];
  const { tokens, defiTokens } = weir.service(1).snapshot();
  const gained = Object.keys(body.amountsOut).filter((name): name is Address =>
    tokens.has(name as Address),
  );
  const held = (token: Address) =>
    Promise.all(owners.map((owner) => balanceOf(weir.node(1), token, owner)));
  const before = await Promise.all(gained.map(held));
  await run(wallet, body);
  const after = await Promise.all(gained.map(held));
  for (const [i, token] of gained.entries()) {
    const had = before[i] ?? [];
    // What was there of a token that earns interest grows besides.
    if (defiTokens.get(token)?.token.exact === false && had.some((amount) => amount > 0n)) continue;
    const gains = (after[i] ?? []).map((amount, j) => max(amount - (had[j] ?? 0n), 0n));
    const total = gains.reduce((sum, gain) => sum + gain, 0n);
    expect(total, `gain of ${token}`).toBe(BigInt(body.amountsOut[token] ?? "0"));
  }
  for (const { action } of actions) executedOn(weir).add(action);
  return answer;
}
