import { ServiceError } from "../../lib/errors.ts";
import { beforeRefunds } from "../../nodes/simulators/gas.ts";
import type { ChainService } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { buildRouteExecution } from "../program/build.ts";
import type { WalletAccount } from "../program/execution.ts";
import { type PermitTypedData, permitTypedData, type SignedPermit } from "../program/permit.ts";
import type { JointRoute } from "../router/route.ts";
import { type Measure, sharesMeasure } from "../simulation/balance-call.ts";
import { estimatedGas } from "../simulation/gas.ts";
import { holdersOf } from "../simulation/holders.ts";
import { withoutSignature } from "../simulation/signed.ts";
import { simulate } from "../simulation/simulate.ts";
import type { TransactionRequest } from "./pipeline.ts";
import { simulationFailed } from "./simulation-failed.ts";
import { minimumAfterSlippage } from "./slippage.ts";

/** A route with all that its transaction is made of. */
export interface Trade {
  readonly snapshot: Snapshot;
  readonly request: TransactionRequest;
  readonly route: JointRoute;
  readonly feeAmounts: readonly bigint[] | null;
  /** Who executes; null: the router contract. */
  readonly account: WalletAccount | null;
  readonly deadline: bigint;
  readonly permit: SignedPermit | null;
  /** Basis points that the minimum is below the amount, where the request says no other limit. */
  readonly slippageBps: number;
}

/** What the sender of a trade signs; null where that is nothing. */
export function typedDataOf({ request, deadline, permit }: Trade): PermitTypedData | null {
  const { chainId, fromAddress: owner, inputs } = request;
  return permit && permitTypedData(permit, { chainId, owner, inputs, deadline });
}

/** Simulations after which nodes that never agree on a block are not asked again. */
const MAX_ATTEMPTS = 4;

/**
 * Simulates until a transaction gains what its minimum was computed from; the second does, unless
 * nodes differ on the block's state.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE` where they go on differing.
 */
export async function simulatedTrade(service: ChainService, on: Trade) {
  let expected = on.route.amountOut;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const simulated = await simulateWithMinimum(service, on, expected);
    const { amountOut } = simulated;
    if (amountOut === expected || on.request.limit.kind === "minimum") return simulated;
    expected = amountOut;
  }
  throw new ServiceError(
    "UPSTREAM_UNAVAILABLE",
    `the nodes of chain ${service.chain.chainId} gave ${MAX_ATTEMPTS} amounts for one transaction at block ${on.snapshot.block.number}; retry, or check the nodes.`,
    { retryAfterSeconds: 1 },
  );
}

/** Simulates once, with the minimum that an expected amount gives. */
export async function simulateWithMinimum(service: ChainService, on: Trade, expected: bigint) {
  const { snapshot, request, route } = on;
  const position = snapshot.positions.get(request.tokenOut)?.position;
  const minAmountOut = minimum(on, expected);
  const execution = buildRouteExecution({ ...on, minAmountOut }, on.account);
  const output: Measure =
    position === undefined
      ? { token: request.tokenOut, account: request.receiver }
      : sharesMeasure(position, request.receiver);
  const signed = on.permit && withoutSignature(execution, on.permit.kind);
  const result = await simulate(service, {
    block: snapshot.block,
    next: snapshot.next,
    outputs: [output],
    holders: holdersOf(snapshot, route.hops),
    snapshot,
    ...(signed ?? { execution }),
  });
  if (!result.ok) throw simulationFailed(result.revertData, { request, route });
  const [amountOut] = result.gains;
  if (amountOut === undefined) throw new Error("nothing was measured");
  if (amountOut <= 0n) throw nothingGained(request);
  const gas = result.gas + (signed?.unseenGas ?? 0n);
  return { tx: execution.tx, amountOut, gas, supplied: result.supplied, minAmountOut };
}

/** What the plan itself says: its amounts are exact, its gas is an estimate. */
export function replayedTrade(on: Trade) {
  const { route } = on;
  const minAmountOut = minimum(on, route.amountOut);
  const { tx } = buildRouteExecution({ ...on, minAmountOut }, on.account);
  const inputs = route.inputs.length;
  const gas = beforeRefunds(estimatedGas(tx.data, { hopGas: route.gas, inputs }));
  return { tx, amountOut: route.amountOut, gas, supplied: null, minAmountOut };
}

function minimum({ request: { limit }, slippageBps }: Trade, amountOut: bigint): bigint {
  if (limit.kind === "minimum") return limit.minAmountOut;
  return minimumAfterSlippage(amountOut, slippageBps);
}

/** Nothing to take a minimum from: something on the way is not what the index says. */
function nothingGained({ receiver, inputs, tokenOut }: TransactionRequest): ServiceError {
  const given = inputs.map(({ token }) => token).join(", ");
  return new ServiceError(
    "SIMULATION_FAILED",
    `the transaction from ${given} to ${tokenOut} runs, but ${receiver} gains nothing by it; try another token or receiver.`,
    { data: { index: null, reason: "NOTHING_GAINED" } },
  );
}
