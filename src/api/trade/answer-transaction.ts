import { ServiceError } from "../../lib/errors.ts";
import { canRunAt, stateUnavailable } from "../chain/past/state.ts";
import type { ChainService } from "../chain/service.ts";
import type { Block, Snapshot } from "../graph/snapshot.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { timed } from "../metrics/timed.ts";
import { gasPriceIn } from "../prices/gas-price.ts";
import { priceImpactBps } from "../prices/price-impact.ts";
import type { PriceBook } from "../prices/prices.ts";
import { buildRouteExecution } from "../program/build.ts";
import { DELEGATE_EXECUTOR_ADDRESS, ROUTER_ADDRESS } from "../program/contracts.ts";
import { deadlineOn } from "../program/deadline.ts";
import type { WalletAccount } from "../program/execution.ts";
import { type PermitTypedData, permitTypedData, type SignedPermit } from "../program/permit.ts";
import { decodeRevert } from "../program/revert.ts";
import { paidBy, spentBy } from "../router/hop-tokens.ts";
import { findJointRoute, type JointRequest } from "../router/joint-route.ts";
import type { JointRoute } from "../router/route.ts";
import { type Measure, sharesMeasure } from "../simulation/balance-call.ts";
import { beforeRefunds, estimatedGas, gasLimitWithin } from "../simulation/gas.ts";
import { holdersOf } from "../simulation/holders.ts";
import { isRounding } from "../simulation/issuance.ts";
import { withoutSignature } from "../simulation/signed.ts";
import { type SimulationResult, simulate } from "../simulation/simulate.ts";
import { walletAccountOf } from "./account.ts";
import type { TransactionAnswer, TransactionRequest } from "./pipeline.ts";
import type { QuoteSampler } from "./quote-sampler.ts";
import { routeFailed } from "./routing-failure.ts";
import { signedPermit } from "./signed-permit.ts";
import { minimumAfterSlippage } from "./slippage.ts";
import { createTokenPermits } from "./token-permits.ts";

const BPS = 10_000n;

/**
 * Answers a request with a transaction, simulated on the snapshot's block unless the request is
 * content with the plan. Throws `ServiceError`.
 */
export type AnswerTransaction = (
  service: ChainService,
  request: TransactionRequest,
) => Promise<TransactionAnswer>;

/**
 * The pipeline of route and quote: snapshot, router, program, simulation.
 *
 * The amount that is answered is the simulated one. While it differs from what the minimum was
 * computed from, the minimum is computed again and the new transaction simulated too, so that what
 * is returned is always what was simulated. A quote is the plan's own number, which is as exact and asks no node,
 * but where a token rounds what is sent; some are simulated besides, behind the answer.
 */
export function createAnswerTransaction(
  pricesOf: (snapshot: Snapshot) => PriceBook,
  sampler?: QuoteSampler,
): AnswerTransaction {
  const tokenPermits = createTokenPermits();
  return async (service, request) => {
    const snapshot = service.snapshot();
    const deadline = deadlineOn(snapshot, request.deadline);
    const prices = pricesOf(snapshot);
    const feeAmounts = feeAmountsOf(request);
    const inputs = request.inputs.map(({ token, amount }, i) => {
      return { token, amount: amount - (feeAmounts?.[i] ?? 0n) };
    });
    const route = routeOrThrow({ snapshot, prices, meter: service.meter }, { ...request, inputs });
    const { strategy, fromAddress } = request;
    const permit = await signedPermit(service, snapshot, { request, tokenPermits });
    const isSimulated =
      (request.basis === "simulation" || rounds(snapshot, route)) &&
      service.contracts.standing() !== "missing" &&
      (await canSimulate(service, snapshot.block, request));
    const account =
      strategy === "router"
        ? null
        : await walletAccountOf(service, snapshot, { strategy, fromAddress });
    const credited = withCreditedReceiver(snapshot, request, account);
    const terms = { snapshot, route, feeAmounts, account, deadline, permit };
    const order = { ...terms, request: credited };
    const attempt = isSimulated ? await trade(service, order) : replayed(order);
    if (!isSimulated && request.withoutState === undefined) {
      sampler?.consider(service, {
        ...{ request, amountOut: attempt.amountOut },
        simulate: () => simulateWithMinimum(service, order, route.amountOut),
      });
    }
    return {
      block: snapshot.block,
      route,
      ...attempt,
      gas: gasLimitWithin(service.chain.maxTransactionGas, attempt.gas),
      permit: typedDataOf(order),
      validUntil: deadline,
      feeAmounts,
      priceImpactBps: request.priceImpact
        ? priceImpactBps(
            route.inputs.map(({ token, amount }) => ({ amount, price: prices.usd(token) })),
            { amount: attempt.amountOut, price: prices.usd(route.tokenOut) },
          )
        : null,
    };
  };
}

/** floor(amount * bps / 10000) of each input; null when no fee was asked for. */
function feeAmountsOf({ inputs, fee }: TransactionRequest): readonly bigint[] | null {
  return fee && inputs.map(({ amount }) => (amount * BigInt(fee.bps)) / BPS);
}

/** Whether amounts of a token on the route's way may arrive short of what was sent. */
function rounds(snapshot: Snapshot, { hops }: JointRoute): boolean {
  return hops.some((hop) =>
    [...spentBy(hop), ...paidBy(hop)].some((token) => isRounding(snapshot, token)),
  );
}

/**
 * Whether there is a state to simulate on.
 *
 * @throws {ServiceError} `BLOCK_UNAVAILABLE` where there is none and a replay will not do.
 */
async function canSimulate(
  service: ChainService,
  block: Block,
  { withoutState, strategy }: TransactionRequest,
): Promise<boolean> {
  if (withoutState === undefined) return true;
  const contract = strategy === "router" ? ROUTER_ADDRESS : DELEGATE_EXECUTOR_ADDRESS;
  if (await canRunAt(service, block, contract)) return true;
  if (withoutState === "refuse") throw stateUnavailable(service.chain.chainId, block.number);
  return false;
}

/**
 * The request with the wallet as receiver where the position credits its caller alone.
 *
 * @throws {ServiceError} `STRATEGY_UNSUPPORTED` when somebody else is to be credited.
 */
function withCreditedReceiver(
  snapshot: Snapshot,
  request: TransactionRequest,
  account: WalletAccount | null,
): TransactionRequest {
  const position = snapshot.positions.get(request.tokenOut)?.position;
  if (position === undefined || position.credits === "anyone" || account === null) return request;
  const { receiver, fromAddress } = request;
  const { wallet } = account;
  if (receiver === wallet || receiver === fromAddress) return { ...request, receiver: wallet };
  throw new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `${position.address} credits its caller alone, which is the wallet ${wallet}; receiver ${receiver} must be that or fromAddress ${fromAddress}.`,
    { details: [{ path: "receiver", message: `must be ${wallet} or ${fromAddress}` }] },
  );
}

interface Trade {
  readonly snapshot: Snapshot;
  readonly request: TransactionRequest;
  readonly route: JointRoute;
  readonly feeAmounts: readonly bigint[] | null;
  /** Who executes; null: the router contract. */
  readonly account: WalletAccount | null;
  readonly deadline: bigint;
  readonly permit: SignedPermit | null;
}

/** What the sender of a trade signs; null where that is nothing. */
function typedDataOf({ request, deadline, permit }: Trade): PermitTypedData | null {
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
async function trade(service: ChainService, on: Trade) {
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

async function simulateWithMinimum(service: ChainService, on: Trade, expected: bigint) {
  const { snapshot, request, route } = on;
  const position = snapshot.positions.get(request.tokenOut)?.position;
  const minAmountOut = minimum(request.limit, expected);
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
  if (!result.ok) throw simulationFailed(result, request);
  const [amountOut] = result.gains;
  if (amountOut === undefined) throw new Error("nothing was measured");
  if (amountOut <= 0n) throw nothingGained(request);
  const gas = result.gas + (signed?.unseenGas ?? 0n);
  return { tx: execution.tx, amountOut, gas, supplied: result.supplied, minAmountOut };
}

/** What the plan itself says: its amounts are exact, its gas is an estimate. */
function replayed(on: Trade) {
  const { request, route } = on;
  const minAmountOut = minimum(request.limit, route.amountOut);
  const { tx } = buildRouteExecution({ ...on, minAmountOut }, on.account);
  const inputs = route.inputs.length;
  const gas = beforeRefunds(estimatedGas(tx.data, { hopGas: route.gas, inputs }));
  return { tx, amountOut: route.amountOut, gas, supplied: null, minAmountOut };
}

function minimum(limit: TransactionRequest["limit"], amountOut: bigint): bigint {
  if (limit.kind === "minimum") return limit.minAmountOut;
  return minimumAfterSlippage(amountOut, limit.bps);
}

function routeOrThrow(
  on: {
    readonly snapshot: Snapshot;
    readonly prices: PriceBook;
    readonly meter: ChainMeter | undefined;
  },
  request: JointRequest,
): JointRoute {
  const { snapshot, prices, meter } = on;
  const gasPrice = gasPriceIn(request.tokenOut, snapshot, prices);
  const result = timed(meter?.searched, () => findJointRoute(snapshot, request, gasPrice));
  if (result.ok) return result.route;
  const { code, message, data } = routeFailed(result.failure, result.request);
  const which = request.inputs.length > 1 ? { tokenIn: result.request.tokenIn } : {};
  throw new ServiceError(code, message, { data: { ...data, ...which } });
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

function simulationFailed(
  result: Extract<SimulationResult, { ok: false }>,
  request: TransactionRequest,
): ServiceError {
  const { step, target, reason } = decodeRevert(result.revertData);
  const where = step === null ? "" : ` at step ${step}${target === null ? "" : ` (${target})`}`;
  return new ServiceError(
    "SIMULATION_FAILED",
    `the transaction from ${request.inputs.map(({ token }) => token).join(", ")} to ${request.tokenOut} reverts${where}: ${reason}; change the amount, the limit or the receiver.`,
    { data: { index: step, reason } },
  );
}
