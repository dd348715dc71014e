import { createAnswerBundle } from "./bundle/answer.ts";
import type { Deps } from "./deps.ts";
import { createPriceBooks } from "./prices/prices.ts";
import { createAnswerTransaction } from "./transaction.ts";

/** The pipelines behind the endpoints; they share the prices of each snapshot. */
export function createAnswers(): Pick<Deps, "answer" | "answerBundle"> {
  const pricesOf = createPriceBooks();
  return { answer: createAnswerTransaction(pricesOf), answerBundle: createAnswerBundle(pricesOf) };
}
