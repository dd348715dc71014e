import type { BundleAnswer } from "../../bundle/request.ts";
import type { TransactionAnswer } from "../../trade/pipeline.ts";
import type { Deps } from "../deps.ts";
import { createMemo } from "./memo.ts";
import type { Queue } from "./queue.ts";

type Answers = Pick<Deps, "answer" | "answerBundle" | "listing">;

/** Requests that are known of a snapshot. */
const MOST_REQUESTS = 1_024;

/**
 * The same answers, through a queue; requests that ask the same of the same snapshot share one
 * computation and one place in it. From the second on the answer is kept for as long as nothing
 * newer is indexed: it depends on nothing else.
 *
 * An answer may be of a later block than the one that a request came at, as it is made when its
 * turn comes.
 */
export function limitAnswers(answers: Answers, queue: Queue): Answers {
  const { answer, answerBundle } = answers;
  const trades = createMemo<TransactionAnswer>(MOST_REQUESTS);
  const bundles = createMemo<BundleAnswer>(MOST_REQUESTS);
  return {
    ...answers,
    answer: async (service, request) =>
      trades(service.snapshot(), keyOf(request), () => queue.run(() => answer(service, request))),
    answerBundle: async (service, request) =>
      bundles(service.snapshot(), keyOf(request), () =>
        queue.run(() => answerBundle(service, request)),
      ),
  };
}

/** Tells requests apart. */
function keyOf(request: object): string {
  return JSON.stringify(request, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}
