import { createAnswerBundle } from "./bundle/answer.ts";
import type { Deps } from "./deps.ts";
import { createListings } from "./listing.ts";
import { createPriceBooks } from "./prices/prices.ts";
import { type Search, searchHere } from "./search/search.ts";
import { createAnswerTransaction } from "./transaction.ts";

/**
 * What the endpoints answer with; all share the prices of each snapshot.
 *
 * @param search Where routes and quotes are searched; bundles are in this thread.
 */
export function createAnswers(
  search: Search = searchHere,
): Pick<Deps, "answer" | "answerBundle" | "listing"> {
  const pricesOf = createPriceBooks();
  return {
    answer: createAnswerTransaction(pricesOf, search),
    answerBundle: createAnswerBundle(pricesOf),
    listing: createListings(pricesOf),
  };
}
