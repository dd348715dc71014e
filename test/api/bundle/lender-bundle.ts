import type { Address } from "viem";
import { type CompiledBundle, compileBundle } from "../../../src/api/bundle/compile.ts";
import { offersOn } from "../../../src/api/bundle/offers.ts";
import { parseBundle } from "../../../src/api/bundle/parse.ts";
import { statesOf } from "../../../src/api/bundle/states.ts";
import type { BundleAction } from "../../../src/api/bundle/verbs/index.ts";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { delegateAccount } from "../../../src/api/program/execution.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { ALICE, BOB } from "../fixture/market.ts";
import { addressOf, marketOf } from "../router/market.ts";
import { LENDER, lender, type Market, SINGLE } from "./lender.ts";

/** The tokens of the markets; `OTHER` is the collateral of the second market. */
export const [, LOAN, PLEDGE, REWARD, OTHER] = [0, 1, 2, 3, 4].map((n) =>
  addressOf("token", n),
) as [Address, Address, Address, Address, Address];

/** A market of tokens 1 and 2. */
function marketNumber(market: string, changes: Partial<Market> = {}): Market {
  return {
    ...{ id: `0x${market.repeat(64)}`, slug: "lender", updatedBlock: 0, market },
    ...{ loan: LOAN, collateral: PLEDGE, rewards: [], cap: 10n ** 30n, delegateOnly: false },
    ...changes,
  };
}

/** Rewards those who lend. */
export const ONE = marketNumber("1", { rewards: [REWARD, LOAN] });
export const TWO = marketNumber("2", { collateral: OTHER });
/** Has a contract for itself. */
export const ALONE = marketNumber("3", { id: SINGLE, slug: "single", delegateOnly: true });
/** The `positionId` of a market of the shared contract. */
export const id = ({ market }: Market) => `1:${LENDER}:${market}`;
/** The output of an earlier action. */
export const out = (useOutputOfCallAt: number, index = 0) => ({ useOutputOfCallAt, index });

/** An action as a caller sends it. */
export interface Sent {
  readonly protocol: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export const act = (action: string, args: Sent["args"], protocol = "lender"): Sent => ({
  ...{ protocol, action, args },
});

export interface Options {
  readonly markets?: readonly Market[];
  /** States of other protocols. */
  readonly held?: readonly HeldState[];
  readonly strategy?: "delegate" | "corewallet";
  readonly refundReceiver?: Address;
  readonly estimates?: ReadonlyMap<string, bigint>;
}

/** Compiles a bundle of ALICE's over three markets of the lender. */
export async function compile(
  body: readonly Sent[],
  options: Options = {},
): Promise<CompiledBundle> {
  return (await understand(body, options)).bundle;
}

/** The same, with the actions as understood. */
export async function understand(
  body: readonly Sent[],
  options: Options = {},
): Promise<{ readonly bundle: CompiledBundle; readonly actions: readonly BundleAction[] }> {
  const { markets = [ONE, TWO, ALONE], strategy = "delegate", estimates = new Map() } = options;
  const snapshot = marketOf(
    [...(options.held ?? []), ...markets.map((state) => ({ protocol: lender, state }))],
    5,
  );
  const offers = offersOn(1, [...PROTOCOLS, lender], snapshot);
  const actions = parseBundle(body, { chainId: 1, offers });
  const request = {
    ...{ chainId: 1, fromAddress: ALICE, receiver: null, spender: ALICE, strategy, actions },
    refundReceiver: options.refundReceiver ?? ALICE,
    deadline: null,
  };
  const gasPriceIn = () => ({ numerator: 0n, denominator: 1n });
  const bundle = await compileBundle(
    {
      ...{ snapshot, states: statesOf(snapshot), request, estimates, gasPriceIn },
      ...{ permit2: BOB, minimums: "none" },
    },
    { account: delegateAccount(ALICE), funding: new Map(), swept: [], reports: "none" },
  );
  return { bundle, actions };
}
