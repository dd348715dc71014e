import type { Logger } from "pino";
import { ServiceError } from "../../lib/errors.ts";
import type { ChainService } from "../chain/service.ts";
import type { SampleOutcome } from "../metrics/metrics.ts";
import { isRefusal } from "../simulation/simulate.ts";
import type { TransactionRequest } from "./pipeline.ts";

/** A quote that was answered without a node. */
export interface SampledQuote {
  readonly request: TransactionRequest;
  /** As answered, smallest unit of tokenOut. */
  readonly amountOut: bigint;
  readonly simulate: () => Promise<{ readonly amountOut: bigint }>;
}

/** Simulates some quotes after they were answered. */
export interface QuoteSampler {
  /** Returns at once, and never throws. */
  consider(service: Pick<ChainService, "chain" | "meter">, quote: SampledQuote): void;
}

export interface QuoteSamplerOptions {
  /** Of the quotes, 0 to 1. */
  readonly share: number;
  readonly log: Logger;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * Starts a sampler. It simulates one quote at a time, so that a slow node keeps nothing waiting,
 * counts what comes of it, and logs the request of a quote that was wrong.
 */
export function createQuoteSampler({
  share,
  log,
  random = Math.random,
}: QuoteSamplerOptions): QuoteSampler {
  let isBusy = false;
  return {
    consider({ chain, meter }, { request, amountOut, simulate }) {
      if (isBusy || random() >= share) return;
      isBusy = true;
      simulate()
        .then(
          (simulated) => ({
            outcome:
              simulated.amountOut === amountOut ? ("equal" as const) : ("different" as const),
            found: { simulated: simulated.amountOut.toString() },
          }),
          (error: unknown) => ({ outcome: outcomeOf(error), found: { err: error } }),
        )
        .then(({ outcome, found }) => {
          isBusy = false;
          meter?.sampled(outcome);
          const said = { chainId: chain.chainId, ...found, quoted: amountOut.toString() };
          if (outcome === "unanswered") log.debug(said, "a quote could not be simulated");
          else if (outcome !== "equal") {
            log.error({ ...said, request: printable(request) }, "a quote is not what is simulated");
          }
        });
    },
  };
}

function outcomeOf(error: unknown): SampleOutcome {
  return error instanceof ServiceError && isRefusal(error) ? "reverted" : "unanswered";
}

/** With amounts as JSON can hold them. */
function printable(request: TransactionRequest): unknown {
  return JSON.parse(
    JSON.stringify(request, (_key, value) => (typeof value === "bigint" ? `${value}` : value)),
  );
}
