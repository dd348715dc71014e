import type { BundleAnswer } from "../bundle/request.ts";
import type { ChainService, Deps } from "../deps.ts";
import type { TransactionAnswer } from "../pipeline.ts";
import type { Queue } from "./queue.ts";
import { createSingleFlight } from "./single-flight.ts";

type Answers = Pick<Deps, "answer" | "answerBundle" | "listing">;

/**
 * The same answers, through a queue; requests that ask the same at the same block share one computation and one place in it.
 *
 * An answer may be of a later block than the one that a request came at, as it is made when its turn comes.
 */
export function limitAnswers(answers: Answers, queue: Queue): Answers {
  const { answer, answerBundle } = answers;
  const trades = createSingleFlight<TransactionAnswer>();
  const bundles = createSingleFlight<BundleAnswer>();
  return {
    ...answers,
    answer: async (service, request) =>
      trades(flightKey(service, request), () => queue.run(() => answer(service, request))),
    answerBundle: async (service, request) =>
      bundles(flightKey(service, request), () => queue.run(() => answerBundle(service, request))),
  };
}

/** Says all that an answer depends on. Throws what `snapshot` throws. */
function flightKey(service: ChainService, request: object): string {
  const { chainId, block } = service.snapshot();
  return JSON.stringify([chainId, block.hash, request], (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}
