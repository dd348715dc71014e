import type { Arguments } from "./sent-values.ts";
import { type BundleAction, verbOf } from "./verbs/index.ts";

/**
 * An action as a caller would send it, in the service's own words: lower-case slugs and addresses,
 * amounts as strings.
 */
export interface SentAction {
  readonly protocol: string;
  readonly action: BundleAction["kind"];
  readonly args: Arguments;
}

/** The action as it was understood; parsed again it gives the same action. */
export function sentAction(action: BundleAction): SentAction {
  return { protocol: action.protocol, action: action.kind, args: verbOf(action).sent(action) };
}
