import type { Address } from "viem";
import type { PlannedMulti } from "../../../src/api/program/multi-plan.ts";
import type { PlannedProgram } from "../../../src/api/program/plan.ts";
import type { RouterInput } from "../../../src/api/program/router-call.ts";
import type { Program } from "../../../src/api/program/steps.ts";
import type { JointRoute, Route } from "../../../src/api/router/route.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";

/** Token balances by holder after a program ran: `payer` is what was not taken from the caller. */
export interface Outcome {
  readonly balances: ReadonlyMap<Address, ReadonlyMap<Address, bigint>>;
  readonly unpulled: bigint;
}

/**
 * Runs a planned program on plain numbers, moving tokens between holders as the contracts do. Swaps
 * pay what the route's hops say; a step that asks a pool for another amount, or spends what is not
 * there, throws.
 */
export function emulate(
  planned: PlannedProgram,
  on: { readonly route: Route; readonly total: bigint; readonly executor: Address },
): Outcome {
  const { tokenIn, payTo } = planned;
  const input = { token: tokenIn, amount: on.total };
  const isPulled = payTo === ZERO_ADDRESS;
  return run(planned, { ...on, inputs: [{ ...input, payTo }], pulls: isPulled ? input : null });
}

/** The same for a program whose inputs are all paid before it starts. */
export function emulateMulti(
  planned: PlannedMulti,
  on: { readonly route: JointRoute; readonly executor: Address },
): Outcome {
  return run(planned, { ...on, inputs: planned.inputs, pulls: null });
}

function run(
  planned: Program,
  on: {
    readonly route: Pick<Route, "hops">;
    readonly executor: Address;
    readonly inputs: readonly RouterInput[];
    /** What the program pulls itself. */
    readonly pulls: { readonly token: Address; readonly amount: bigint } | null;
  },
): Outcome {
  const { route, executor } = on;
  const balances = new Map<Address, Map<Address, bigint>>();
  const credit = (holder: Address, token: Address, amount: bigint): void => {
    const own = balances.get(holder) ?? new Map<Address, bigint>();
    const after = (own.get(token) ?? 0n) + amount;
    if (after < 0n)
      throw new Error(`${holder} spends ${-amount} of ${token}, holds ${after - amount}`);
    own.set(token, after);
    balances.set(holder, own);
  };
  const registers = new Map(on.inputs.map(({ amount }, i) => [i + 1, amount]));
  const read = (register: number): bigint => {
    if (register < 1 || register > planned.registers) throw new Error(`register ${register}`);
    return registers.get(register) ?? 0n;
  };
  const hopOf = (pool: Address, amountIn: bigint) => {
    const hop = route.hops.find((candidate) => candidate.edge.state.id === pool);
    if (hop?.amountIn !== amountIn) {
      throw new Error(`${pool} is asked for ${amountIn}, planned ${hop?.amountIn}`);
    }
    return hop;
  };

  let unpulled = on.pulls?.amount ?? 0n;
  const pull = (to: Address, amount: bigint): void => {
    unpulled -= amount;
    if (on.pulls === null || unpulled < 0n) throw new Error(`pulls ${amount} too much`);
    credit(to, on.pulls.token, amount);
  };
  for (const { token, amount, payTo } of on.pulls === null ? on.inputs : []) {
    credit(token === ZERO_ADDRESS ? executor : payTo, token, amount);
  }

  for (const step of planned.steps) {
    switch (step.op) {
      case "set":
        registers.set(step.out, step.literal);
        break;
      case "take": {
        const part = (read(step.in) * step.shareX64) >> 64n;
        registers.set(step.in, read(step.in) - part);
        registers.set(step.out, part);
        break;
      }
      case "add":
        registers.set(step.out, read(step.out) + read(step.in));
        registers.set(step.in, 0n);
        break;
      case "pull":
        pull(step.to, read(step.in));
        break;
      case "send":
        credit(executor, step.token, -read(step.in));
        credit(step.to, step.token, read(step.in));
        break;
      case "v2-swap": {
        const hop = hopOf(step.pair, read(step.in));
        credit(step.pair, hop.edge.tokenIn, -hop.amountIn);
        credit(step.to, hop.edge.tokenOut, hop.amountOut);
        registers.set(step.out, hop.amountOut);
        break;
      }
      case "v3-swap-pull":
      case "v3-swap-pay": {
        const hop = hopOf(step.pool, read(step.in));
        if (step.op === "v3-swap-pull") {
          pull(step.pool, hop.amountIn);
          credit(step.pool, hop.edge.tokenIn, -hop.amountIn);
        } else credit(executor, step.tokenIn, -hop.amountIn);
        credit(step.to, hop.edge.tokenOut, hop.amountOut);
        registers.set(step.out, hop.amountOut);
        break;
      }
      case "call": {
        // The wrapped native token is the only protocol of the synthetic market that is called.
        const amount = read(step.valueRegister || (step.splices[0]?.register ?? 0));
        const hop = hopOf(step.target, amount);
        const plain = (token: Address) => (token === NATIVE ? ZERO_ADDRESS : token);
        credit(executor, plain(hop.edge.tokenIn), -amount);
        credit(executor, plain(hop.edge.tokenOut), amount);
        break;
      }
      default:
        throw new Error(`unexpected step ${step.op}`);
    }
  }
  return { balances, unpulled };
}
