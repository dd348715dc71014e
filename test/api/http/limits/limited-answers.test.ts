import { describe, expect, test } from "vitest";
import type { Deps } from "../../../../src/api/http/deps.ts";
import { limitAnswers } from "../../../../src/api/http/limits/limited-answers.ts";
import { createQueue } from "../../../../src/api/http/limits/queue.ts";
import { fixtureDeps, get, queryOf, TRADE } from "../../fixture/app.ts";

const LIMITS = { concurrent: 2, waiting: 2 };
const quoteOf = (more: Readonly<Record<string, string>> = {}) =>
  `/api/v1/shortcuts/quote?${queryOf({ ...TRADE, ...more })}`;

/** Answers over the fixture that take a turn of the event loop, and how many were made. */
function counted(limits = LIMITS) {
  const made = { count: 0 };
  const plain = fixtureDeps();
  const slow: Deps = {
    ...plain,
    answer: async (service, request) => {
      made.count += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return plain.answer(service, request);
    },
  };
  return { made, answers: limitAnswers(slow, createQueue(limits)) };
}

describe("limitAnswers", () => {
  test("default: the same request at the same block is answered once, with its own request id", async () => {
    const { made, answers } = counted();
    const same = await Promise.all(Array.from({ length: 20 }, () => get(quoteOf(), answers)));
    expect(made.count).toBe(1);
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(same.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(same.map(({ headers }) => headers.get("x-request-id"))).size).toBe(20);
    const again = await get(quoteOf(), answers);
    expect(made.count).toBe(1);
    expect(again.text).toBe(same[0]?.text);
  });

  test("behavior: shared failures carry each request's own id", async () => {
    const { made, answers } = counted();
    // A trade that no pool takes part in.
    const path = quoteOf({ onlyProtocols: "lido", tokenOut: TRADE.tokenOut });
    const failed = await Promise.all([get(path, answers), get(path, answers)]);
    expect(made.count).toBe(1);
    expect(failed.map(({ status }) => status)).toEqual([422, 422]);
    const ids = failed.map(({ body }) => (body as { requestId: string }).requestId);
    expect(new Set(ids).size).toBe(2);
  });

  test("behavior: different requests are answered each", async () => {
    const { made, answers } = counted({ concurrent: 2, waiting: 10 });
    const amounts = ["1", "2", "3"].map((n) => quoteOf({ amountIn: `${n}000000000000000000` }));
    await Promise.all(amounts.map((path) => get(path, answers)));
    expect(made.count).toBe(3);
  });

  test("error: OVERLOADED beyond those worked on and those waiting", async () => {
    const { made, answers } = counted();
    const paths = Array.from({ length: 9 }, (_, n) =>
      quoteOf({ amountIn: `${n + 1}00000000000000` }),
    );
    const answered = await Promise.all(paths.map((path) => get(path, answers)));
    const statuses = answered.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(5);
    expect(made.count).toBe(4);
    const refused = answered.find(({ status }) => status === 503);
    expect(refused?.body).toMatchObject({ code: "OVERLOADED", statusCode: 503 });
    expect(refused?.headers.get("retry-after")).toBe("1");
  });
});
