import type { ActionOf, Verb } from "../verb.ts";
import { apiswap } from "./apiswap.ts";
import { approve } from "./approve.ts";
import { balance } from "./balance.ts";
import { borrow } from "./borrow.ts";
import { call } from "./call.ts";
import { deposit } from "./deposit.ts";
import { depositclmm } from "./depositclmm.ts";
import { fee } from "./fee.ts";
import { harvest } from "./harvest.ts";
import { merge } from "./merge.ts";
import { minamountout } from "./minamountout.ts";
import { permittransferfrom } from "./permittransferfrom.ts";
import { redeem } from "./redeem.ts";
import { redeemclmm } from "./redeemclmm.ts";
import { repay } from "./repay.ts";
import { route } from "./route.ts";
import { split } from "./split.ts";
import { swap } from "./swap.ts";
import { transfer } from "./transfer.ts";
import { withdraw } from "./withdraw.ts";

const ALL = [
  approve,
  borrow,
  deposit,
  harvest,
  permittransferfrom,
  redeem,
  repay,
  apiswap,
  swap,
  transfer,
  withdraw,
  route,
  call,
  balance,
  minamountout,
  split,
  merge,
  fee,
  depositclmm,
  redeemclmm,
] as const;

/** One action of a bundle, understood and checked. */
export type BundleAction = ActionOf<(typeof ALL)[number]>;

/** Every verb, in the order in which they are listed. */
export const VERBS: readonly Verb<BundleAction>[] = ALL;

const BY_NAME: ReadonlyMap<string, Verb<BundleAction>> = new Map(
  VERBS.map((verb) => [verb.name, verb]),
);

/** The verb of a name in lower case; undefined: none. */
export function verbNamed(name: string): Verb<BundleAction> | undefined {
  return BY_NAME.get(name);
}

/** The verb of an action. */
export function verbOf({ kind }: BundleAction): Verb<BundleAction> {
  const verb = verbNamed(kind);
  if (verb === undefined) throw new Error(`${kind} is no verb; list it in VERBS.`);
  return verb;
}
