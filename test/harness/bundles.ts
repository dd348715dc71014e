import type { Address, Hex } from "viem";
import { expect } from "vitest";
import type { Safe } from "./safe.ts";
import type { RunningService } from "./service.ts";
import { type Answer, ask, balanceOf } from "./trading.ts";

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

export function act(protocol: string, action: string, args: Action["args"]): Action {
  return { protocol, action, args };
}

/** The output of an earlier action. */
export function out(place: number, index = 0) {
  return { useOutputOfCallAt: place, ...(index > 0 && { index }) };
}

/** Asks for a bundle of the Safe. */
export function askBundle(
  { weir, safe }: Wallet,
  actions: readonly Action[],
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return ask(weir, "bundle", { fromAddress: safe.address, ...query }, actions);
}

/** Mines the block of a transaction, which has to succeed. */
export async function mined(weir: RunningService, hash: Hex): Promise<void> {
  await weir.mine(1);
  expect((await weir.node(1).getTransactionReceipt({ hash })).status).toBe("success");
}

/**
 * Runs a bundle in the Safe; each token of which the Safe had nothing gains what was answered, to
 * the wei.
 */
export async function executeBundle(
  wallet: Wallet,
  actions: readonly Action[],
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { weir, safe } = wallet;
  const answer = await askBundle(wallet, actions, query);
  expect(answer.status, JSON.stringify({ ...answer.body, tx: undefined })).toBe(200);
  const { tokens } = weir.service(1).snapshot();
  const gains = Object.entries(answer.body.amountsOut)
    .map(([name, gain]) => ({ token: name as Address, gain: BigInt(gain) }))
    .filter(({ token }) => tokens.has(token));
  const held = () =>
    Promise.all(gains.map(({ token }) => balanceOf(weir.node(1), token, safe.address)));
  const before = await held();
  await mined(weir, await safe.delegateCall(answer.body.tx, BigInt(answer.body.gas)));
  const after = await held();
  for (const [i, { token, gain }] of gains.entries()) {
    if (before[i] === 0n) expect(after[i], `gain of ${token}`).toBe(gain);
  }
  return answer;
}
