import type { Address } from "viem";
import { currencyOf } from "../../lib/address.ts";
import { DEFAULT_SLIPPAGE_BPS } from "./argument-schemas.ts";
import { amountRegister, type Compiler, outputKey, type Reported } from "./compiler.ts";
import type { Limit } from "./limit.ts";

/** Place of what the wallet held before an action among what it reports; no output has it. */
const HELD = 1_000;
const BPS = 10_000n;

/** An action that names what it pays, and costs what a moving price says. */
interface Priced {
  /** Place of the action. */
  readonly index: number;
  /** What it costs is taken of. */
  readonly token: Address;
  /** By the state of the snapshot, smallest unit of `token`; null while the amount is not known. */
  readonly cost: bigint | null;
  readonly limit: Limit;
}

/**
 * Adds steps between which the wallet may lose no more of a token than they cost by the snapshot
 * and the slippage: a gain over what has to stay reverts where less is left. While amounts are
 * being found out, what the wallet holds is reported instead.
 */
export function addWithinCost<T>(
  compiler: Compiler,
  priced: Priced,
  add: () => T,
): { readonly added: T; readonly reported: readonly Reported[] } {
  const { builder } = compiler;
  const token = currencyOf(priced.token);
  if (compiler.minimums === "none") {
    const register = builder.register();
    builder.add({ op: "balance", out: register, token });
    return { added: add(), reported: [{ index: HELD, register }] };
  }
  const most = { kind: "literal", value: mostOf(compiler, priced) } as const;
  const kept = amountRegister(compiler, most);
  builder.add({ op: "gain", out: kept, token });
  const added = add();
  builder.add({ op: "gain", out: kept, token });
  return { added, reported: [] };
}

/**
 * Most that may be lost. The wallet has to hold as much: where it holds less than the slippage
 * allows, the bound is halfway between the cost and that, so that both may change a little.
 */
function mostOf({ estimates }: Pick<Compiler, "estimates">, priced: Priced): bigint {
  const { index, cost, limit } = priced;
  if (cost === null) throw new Error(`the amount of action ${index} was never simulated`);
  const bps = BigInt(limit.kind === "slippage" ? limit.bps : DEFAULT_SLIPPAGE_BPS);
  const most = (cost * (BPS + bps) + BPS - 1n) / BPS;
  const held = estimates.get(outputKey(index, HELD));
  if (held === undefined || held >= most) return most;
  return held > cost ? (cost + held) / 2n : held;
}
