import type { Address } from "viem";
import { NATIVE } from "../lib/address.ts";
import { ServiceError } from "../lib/errors.ts";
import type { ChainService } from "./deps.ts";
import type { Snapshot } from "./graph/snapshot.ts";
import type { TransactionAnswer, TransactionRequest } from "./pipeline.ts";
import { gasPriceIn } from "./prices/gas-price.ts";
import { priceImpactBps } from "./prices/price-impact.ts";
import { createPriceBook, type PriceBook } from "./prices/prices.ts";
import { buildRouterTransaction } from "./program/build.ts";
import { ROUTER_ADDRESS } from "./program/contracts.ts";
import { decodeRevert } from "./program/revert.ts";
import { findRoute } from "./router/find-route.ts";
import type { Route, RouteFailure } from "./router/route.ts";
import { type SimulationResult, simulate } from "./simulation/simulate.ts";

const BPS = 10_000n;

/** Answers a request with a transaction that was simulated on the snapshot's block. Throws `ServiceError`. */
export type AnswerTransaction = (
  service: ChainService,
  request: TransactionRequest,
) => Promise<TransactionAnswer>;

/**
 * The pipeline of route and quote: snapshot, router, program, simulation. Prices are computed once per snapshot.
 *
 * The amount that is answered is the simulated one. Should it differ from the router's, the minimum is computed again from it and
 * the new transaction simulated too, so that what is returned is always what was simulated.
 */
export function createAnswerTransaction(): AnswerTransaction {
  const books = new WeakMap<Snapshot, PriceBook>();
  const pricesOf = (snapshot: Snapshot): PriceBook => {
    const book = books.get(snapshot) ?? createPriceBook(snapshot);
    books.set(snapshot, book);
    return book;
  };
  return async (service, request) => {
    const snapshot = service.snapshot();
    const prices = pricesOf(snapshot);
    const feeAmount = request.fee && (request.amountIn * BigInt(request.fee.bps)) / BPS;
    const route = routeOrThrow(snapshot, prices, {
      ...request,
      amountIn: request.amountIn - (feeAmount ?? 0n),
    });
    const attempt = await trade(service, { snapshot, request, route, feeAmount });
    return {
      block: snapshot.block,
      route,
      ...attempt,
      gas: withHeadroom(attempt.gasUsed),
      feeAmount,
      priceImpactBps: request.priceImpact
        ? priceImpactBps(
            { amount: route.amountIn, price: prices.usd(route.tokenIn) },
            { amount: attempt.amountOut, price: prices.usd(route.tokenOut) },
          )
        : null,
    };
  };
}

interface Trade {
  readonly snapshot: Snapshot;
  readonly request: TransactionRequest;
  readonly route: Route;
  readonly feeAmount: bigint | null;
}

async function trade(service: ChainService, on: Trade) {
  const first = await simulateWithMinimum(service, on, on.route.amountOut);
  if (first.amountOut === on.route.amountOut || on.request.limit.kind === "minimum") return first;
  return simulateWithMinimum(service, on, first.amountOut);
}

async function simulateWithMinimum(service: ChainService, on: Trade, expected: bigint) {
  const { snapshot, request, route, feeAmount } = on;
  const minAmountOut = minimum(request.limit, expected);
  const tx = buildRouterTransaction({ snapshot, request, route, feeAmount, minAmountOut });
  const result = await simulate(service, {
    block: snapshot.block,
    next: snapshot.next,
    tx,
    payment: {
      owner: request.fromAddress,
      token: request.tokenIn,
      amount: request.amountIn,
      spender: ROUTER_ADDRESS,
    },
    output: { token: request.tokenOut, account: request.receiver },
    holders: holders(snapshot, route, request.tokenIn),
  });
  if (!result.ok) throw simulationFailed(result, request);
  const { amountOut, gasUsed, supplied } = result;
  return { tx, amountOut, gasUsed, supplied, minAmountOut };
}

function minimum(limit: TransactionRequest["limit"], amountOut: bigint): bigint {
  if (limit.kind === "minimum") return limit.minAmountOut;
  const least = (amountOut * (BPS - BigInt(limit.bps))) / BPS;
  return least > 0n ? least : 1n;
}

/**
 * Gas limit for a transaction that used `gasUsed` after refunds. Refunds give back at most a fifth of what was spent
 * (https://eips.ethereum.org/EIPS/eip-3529), so 5/4 of it is needed while running; each level of calls keeps 1/64 back
 * (https://eips.ethereum.org/EIPS/eip-150), which six levels make a tenth.
 */
function withHeadroom(gasUsed: bigint): bigint {
  return (gasUsed * 5n * 11n) / (4n * 10n);
}

function routeOrThrow(
  snapshot: Snapshot,
  prices: PriceBook,
  request: Parameters<typeof findRoute>[1],
): Route {
  const result = findRoute(snapshot, request, gasPriceIn(request.tokenOut, snapshot, prices));
  if (result.ok) return result.route;
  throw routeFailed(result, request);
}

function routeFailed(
  failure: RouteFailure,
  request: Parameters<typeof findRoute>[1],
): ServiceError {
  const pair = `${request.tokenIn} to ${request.tokenOut}`;
  switch (failure.reason) {
    case "no-route":
      return new ServiceError(
        "NO_ROUTE",
        `no pools connect ${pair} within the hops and protocols allowed; try other tokens or fewer restrictions.`,
      );
    case "insufficient-liquidity": {
      const maxAmountIn = failure.maxAmountIn.toString();
      return new ServiceError(
        "INSUFFICIENT_LIQUIDITY",
        `no route from ${pair} takes ${request.amountIn}; a single path takes at most ${maxAmountIn}.`,
        { data: { maxAmountIn } },
      );
    }
    case "amount-too-small": {
      const minAmountIn = failure.minAmountIn.toString();
      return new ServiceError(
        "AMOUNT_TOO_SMALL",
        `${request.amountIn} is worth less than one unit of ${request.tokenOut}; send at least ${minAmountIn}.`,
        { data: { minAmountIn } },
      );
    }
  }
}

/** Pools that hold tokenIn and are not part of the route. */
function holders(snapshot: Snapshot, route: Route, token: Address): readonly Address[] {
  if (token === NATIVE) return [];
  const used = new Set(route.hops.map((hop) => hop.edge.state.id));
  const pools = (snapshot.edges.get(token) ?? []).map((edge) => edge.state.id);
  return [...new Set(pools)].filter((id): id is Address => id.length === 42 && !used.has(id));
}

function simulationFailed(
  result: Extract<SimulationResult, { ok: false }>,
  request: TransactionRequest,
): ServiceError {
  const { step, target, reason } = decodeRevert(result.revertData);
  const where = step === null ? "" : ` at step ${step}${target === null ? "" : ` (${target})`}`;
  return new ServiceError(
    "SIMULATION_FAILED",
    `the transaction from ${request.tokenIn} to ${request.tokenOut} reverts${where}: ${reason}; change the amount, the limit or the receiver.`,
    { data: { index: step, reason } },
  );
}
