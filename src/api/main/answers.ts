import { createAnswerBundle } from "../bundle/answer.ts";
import type { Deps } from "../http/deps.ts";
import { createPriceBooks } from "../prices/prices.ts";
import { createAnswerTransaction } from "../trade/answer-transaction.ts";
import { createListings } from "../trade/listing.ts";
import { createQuoteSampler, type QuoteSamplerOptions } from "../trade/quote-sampler.ts";

/**
 * What the endpoints answer with; all share the prices of each snapshot.
 *
 * @param sampling Which quotes are simulated after they were answered; absent: none.
 */
export function createAnswers(
  sampling?: QuoteSamplerOptions,
): Pick<Deps, "answer" | "answerBundle" | "listing"> {
  const pricesOf = createPriceBooks();
  return {
    answer: createAnswerTransaction(pricesOf, sampling && createQuoteSampler(sampling)),
    answerBundle: createAnswerBundle(pricesOf),
    listing: createListings(pricesOf),
  };
}
