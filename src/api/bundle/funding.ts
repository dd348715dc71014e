import type { Address } from "viem";
import { type CompiledSoFar, expectedAmount } from "./compiler.ts";

/** An amount that an action takes of which earlier actions leave less in the wallet. */
export interface Shortage {
  /** Place of the action in the bundle. */
  readonly action: number;
  readonly token: Address;
  /** Smallest unit. */
  readonly taken: bigint;
  /** What is left of what the actions before it gave, smallest unit. */
  readonly left: bigint;
}

/** What a bundle takes of the wallet beyond what its actions give. */
export interface Funding {
  /** What has to be in the wallet for the literal amounts, by token. */
  readonly literals: ReadonlyMap<Address, bigint>;
  /** Outputs that are spent a second time, in the order of the actions. */
  readonly shortages: readonly Shortage[];
}

/** Follows what the wallet has of each token through the actions, as far as amounts are known. */
export function fundingOf(compiler: CompiledSoFar): Funding {
  const held = new Map<Address, bigint>();
  const literals = new Map<Address, bigint>();
  const shortages: Shortage[] = [];
  for (const [action, { consumes, outputs }] of compiler.compiled.entries()) {
    for (const { token, amount } of consumes) {
      const [left, taken] = [held.get(token) ?? 0n, expectedAmount(compiler, amount) ?? 0n];
      if (taken > left) {
        if (amount.kind === "literal") {
          literals.set(token, (literals.get(token) ?? 0n) + taken - left);
        } else {
          shortages.push({ action, token, taken, left });
        }
      }
      held.set(token, taken > left ? 0n : left - taken);
    }
    for (const output of outputs) {
      if (output.token === null || output.expected === null) continue;
      held.set(output.token, (held.get(output.token) ?? 0n) + output.expected);
    }
  }
  return { literals, shortages };
}
