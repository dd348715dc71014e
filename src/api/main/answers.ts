import { createAnswerBundle } from "../bundle/answer.ts";
import type { Deps } from "../http/deps.ts";
import { createPriceBooks } from "../prices/prices.ts";
import { createAnswerTransaction } from "../trade/answer-transaction.ts";
import { createListings } from "../trade/listing.ts";

/** What the endpoints answer with; all share the prices of each snapshot. */
export function createAnswers(): Pick<Deps, "answer" | "answerBundle" | "listing"> {
  const pricesOf = createPriceBooks();
  return {
    answer: createAnswerTransaction(pricesOf),
    answerBundle: createAnswerBundle(pricesOf),
    listing: createListings(pricesOf),
  };
}
