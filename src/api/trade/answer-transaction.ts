import { ServiceError } from "../../lib/errors.ts";
import { canRunAt, stateUnavailable } from "../chain/past/state.ts";
import type { ChainService } from "../chain/service.ts";
import type { Block, Snapshot } from "../graph/snapshot.ts";
import { priceImpactBps } from "../prices/price-impact.ts";
import type { PriceBook } from "../prices/prices.ts";
import { DELEGATE_EXECUTOR_ADDRESS, ROUTER_ADDRESS } from "../program/contracts.ts";
import { deadlineOn } from "../program/deadline.ts";
import type { WalletAccount } from "../program/execution.ts";
import { gasLimitOn, l1FeeWei, operatorWei } from "../simulation/gas.ts";
import { isRoundingOn } from "../simulation/rounding.ts";
import { walletAccountOf } from "./account.ts";
import {
  replayedTrade,
  simulatedTrade,
  simulateWithMinimum,
  type Trade,
  typedDataOf,
} from "./attempted-trade.ts";
import { autoSlippageBps } from "./auto-slippage.ts";
import type { TransactionAnswer, TransactionRequest } from "./pipeline.ts";
import type { QuoteSampler } from "./quote-sampler.ts";
import { requestedRoute } from "./requested-route.ts";
import { signedPermit } from "./signed-permit.ts";
import { DEFAULT_SLIPPAGE_BPS } from "./slippage.ts";
import { createTokenPermits } from "./token-permits.ts";

/** Answers after which an output that what is simulated falls short of is given up. */
const MAX_ANSWERS = 4;

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
 * is returned is always what was simulated. A quote is the plan's own number, which is as exact and
 * asks no node, but where a token rounds what is sent; some are simulated besides, behind the
 * answer.
 */
export function createAnswerTransaction(
  pricesOf: (snapshot: Snapshot) => PriceBook,
  sampler?: QuoteSampler,
): AnswerTransaction {
  const tokenPermits = createTokenPermits();

  /** @param amountOut That the route has to pay; null: the request's inputs are given. */
  async function answerOnce(
    service: ChainService,
    asked: TransactionRequest,
    amountOut: bigint | null,
  ): Promise<TransactionAnswer> {
    const snapshot = service.snapshot();
    const deadline = deadlineOn(snapshot, asked.deadline);
    const prices = pricesOf(snapshot);
    const found = await requestedRoute(
      { snapshot, prices, meter: service.meter },
      asked,
      amountOut,
    );
    const { route, inputs, feeAmounts } = found;
    const request = { ...asked, inputs };
    const { strategy, fromAddress, limit } = request;
    const permit = await signedPermit(service, snapshot, { request, tokenPermits });
    const isSimulated =
      (request.basis === "simulation" || isRoundingOn(snapshot, route.hops)) &&
      service.contracts.standing() !== "missing" &&
      (await canSimulate(service, snapshot.block, request));
    const account =
      strategy === "router"
        ? null
        : await walletAccountOf(service, snapshot, { strategy, fromAddress });
    const credited = withCreditedReceiver(snapshot, request, account);
    const slippageBps =
      limit.kind === "auto"
        ? ((await autoSlippageBps(service, snapshot, route)) ?? DEFAULT_SLIPPAGE_BPS)
        : limit.kind === "slippage"
          ? limit.bps
          : 0;
    const terms = { snapshot, route, feeAmounts, account, deadline, permit, slippageBps };
    const order: Trade = { ...terms, request: credited };
    const attempt = isSimulated ? await simulatedTrade(service, order) : replayedTrade(order);
    if (!isSimulated && request.withoutState === undefined) {
      sampler?.consider(service, {
        ...{ request, amountOut: attempt.amountOut },
        simulate: () => simulateWithMinimum(service, order, route.amountOut),
      });
    }
    return {
      ...{ block: snapshot.block, route, inputs, prices },
      ...attempt,
      gasUsed: attempt.gas,
      gas: gasLimitOn(service, snapshot, attempt),
      l1Fee: l1FeeWei(snapshot, attempt.tx),
      operatorFee: operatorWei(snapshot, attempt.gas),
      permit: typedDataOf(order),
      validUntil: deadline,
      slippageBps: limit.kind === "minimum" ? null : slippageBps,
      feeAmounts,
      priceImpactBps: request.priceImpact
        ? priceImpactBps(
            route.inputs.map(({ token, amount }) => ({ amount, price: prices.usd(token) })),
            { amount: attempt.amountOut, price: prices.usd(route.tokenOut) },
          )
        : null,
    };
  }

  return async (service, request) => {
    const { exactOut } = request;
    if (exactOut === null) return answerOnce(service, request, null);
    // Tokens that round what is transferred pay a little less than the plan says.
    let wanted = exactOut;
    for (let tried = 0; tried < MAX_ANSWERS; tried++) {
      const answer = await answerOnce(service, request, wanted);
      if (answer.amountOut >= exactOut) return answer;
      wanted += exactOut - answer.amountOut;
    }
    throw new ServiceError(
      "SIMULATION_FAILED",
      `the transactions from ${request.inputs[0]?.token} that should pay ${exactOut} of ${request.tokenOut} pay less; give amountIn instead.`,
      { data: { index: null, reason: "LESS_THAN_PLANNED" } },
    );
  };
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
