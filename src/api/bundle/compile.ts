import type { Address } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { createPause } from "../../lib/pause.ts";
import type { WalletAccount } from "../program/execution.ts";
import type { Program } from "../program/steps.ts";
import { addTransferFrom } from "../program/wallet-plan.ts";
import type { Amount, CallValue } from "./action.ts";
import { type CompiledAction, type Compiler, createCompiler, UnknownAmount } from "./compiler.ts";
import { addReports } from "./report.ts";
import { type BundleAction, verbOf } from "./verbs/index.ts";

/** A compiled bundle, or the beginning of one that needs a simulation before it can go on. */
export interface CompiledBundle {
  readonly program: Program;
  readonly actions: readonly CompiledAction[];
  /** Step of the program at which each action begins, and one more for the end. */
  readonly starts: readonly number[];
  /** Whether all actions are in it. */
  readonly complete: boolean;
}

export interface CompileOptions {
  readonly account: WalletAccount;
  /** What literal amounts need beyond what earlier actions produce, by token. */
  readonly funding: ReadonlyMap<Address, bigint>;
  /** Tokens whose gains go to the bundle's receiver at the end. */
  readonly swept: readonly Address[];
  /** Whether each action's outputs are logged, for a simulation to read. */
  readonly reports: "none" | "outputs";
}

/** Compiles a bundle's actions in order into one program. */
export async function compileBundle(
  on: Omit<Compiler, "builder" | "compiled" | "traded" | "used">,
  options: CompileOptions,
): Promise<CompiledBundle> {
  const { request } = on;
  const used = usedOutputs(request.actions);
  const compiler = createCompiler({ ...on, used, host: options.account.host });
  const { builder, compiled } = compiler;
  addFunding(compiler, options);
  const bases = options.swept.map((token) => {
    const out = builder.register();
    builder.add({ op: "balance", out, token: currencyOf(token) });
    return { out, token };
  });
  const starts: number[] = [];
  const pause = createPause();
  for (const action of request.actions) {
    await pause();
    starts.push(builder.steps.length);
    try {
      compiled.push(await verbOf(action).compile(compiler, action));
    } catch (error) {
      if (!(error instanceof UnknownAmount)) throw error;
      return { program: builder.program(), actions: compiled, starts, complete: false };
    }
    if (options.reports === "outputs") addReports(compiler, action.index);
  }
  starts.push(builder.steps.length);
  for (const { out, token } of bases) {
    builder.add(
      { op: "gain", out, token: currencyOf(token) },
      {
        op: "send",
        in: out,
        token: currencyOf(token),
        to: request.receiver ?? request.fromAddress,
      },
    );
  }
  return { program: builder.program(), actions: compiled, starts, complete: true };
}

/**
 * A spender other than the wallet pays the ERC-20 tokens that literal amounts need; native value
 * comes with the transaction.
 */
function addFunding(compiler: Compiler, { funding, account }: CompileOptions): void {
  const { builder, request } = compiler;
  if (request.spender === account.wallet) return;
  for (const [token, amount] of funding) {
    if (token === NATIVE) continue;
    const register = builder.register();
    builder.add({ op: "set", out: register, literal: amount });
    addTransferFrom(builder, { token, from: request.spender, register, amount });
  }
}

/** Output indexes that later actions refer to, by action. */
function usedOutputs(actions: readonly BundleAction[]): ReadonlyMap<number, ReadonlySet<number>> {
  const used = new Map<number, Set<number>>();
  const visit = (value: Amount | CallValue | null): void => {
    if (value === null || value.kind === "literal") return;
    if (value.kind === "list") {
      for (const item of value.items) visit(item);
      return;
    }
    const indexes = used.get(value.action) ?? new Set<number>();
    used.set(value.action, indexes.add(value.index));
  };
  for (const action of actions) for (const amount of verbOf(action).amounts(action)) visit(amount);
  return used;
}
