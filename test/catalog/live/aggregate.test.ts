import { type Hex, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import {
  type Aggregate,
  readTogether,
  type ViewCall,
} from "../../../src/catalog/live/aggregate.ts";

const TARGET = "0x00000000000000000000000000000000000000aa";

function call(callData: Hex): ViewCall {
  return { target: TARGET, allowFailure: true, callData };
}

/** Answers every call with its own data, and notes what was asked together. */
function echo(): { readonly aggregate: Aggregate; readonly rounds: Hex[][] } {
  const rounds: Hex[][] = [];
  return {
    rounds,
    aggregate: async (calls) => {
      rounds.push(calls.map(({ callData }) => callData));
      return calls.map(({ callData }) => ({ success: true, returnData: callData }));
    },
  };
}

describe("readTogether", () => {
  test("default: asks once what all readers ask, and gives each its own answers", async () => {
    const { aggregate, rounds } = echo();
    const got: Hex[][] = [];
    await readTogether(
      [["0x01", "0x02"], ["0x03"]].map((asked) => async (together) => {
        const answers = await together(asked.map((data) => call(data as Hex)));
        got.push(answers.map(({ returnData }) => returnData));
      }),
      aggregate,
    );
    expect(rounds).toEqual([["0x01", "0x02", "0x03"]]);
    expect(got).toEqual([["0x01", "0x02"], ["0x03"]]);
  });

  test("behavior: as many rounds as the reader that asks most often", async () => {
    const { aggregate, rounds } = echo();
    const asking = (reader: number, times: number) => async (together: Aggregate) => {
      for (let time = 0; time < times; time += 1) {
        // Readers look into tables meanwhile, which takes them different times.
        for (let wait = 0; wait < reader * 5; wait += 1) await Promise.resolve();
        await together([call(numberToHex(10 * reader + time, { size: 1 }))]);
      }
    };
    await readTogether([asking(1, 3), asking(2, 1), asking(3, 2), asking(4, 0)], aggregate);
    expect(rounds.map((asked) => asked.toSorted())).toEqual([
      ["0x0a", "0x14", "0x1e"],
      ["0x0b", "0x1f"],
      ["0x0c"],
    ]);
  });

  test("behavior: what one reader asks for in one go is asked with what the others do", async () => {
    const { aggregate, rounds } = echo();
    await readTogether(
      [
        async (together) => {
          const [first, second] = await Promise.all([
            together([call("0x01")]),
            together([call("0x02")]),
          ]);
          await together([call("0x03")]);
          expect([first, second].map((answers) => answers[0]?.returnData)).toEqual([
            ...["0x01", "0x02"],
          ]);
        },
        async (together) => {
          for (let wait = 0; wait < 5; wait += 1) await Promise.resolve();
          await together([call("0x04")]);
          await together([call("0x05")]);
        },
      ],
      aggregate,
    );
    expect(rounds.map((asked) => asked.toSorted())).toEqual([
      ["0x01", "0x02", "0x04"],
      ["0x03", "0x05"],
    ]);
  });

  test("behavior: may be nested, and asks nothing where nothing is asked", async () => {
    const { aggregate, rounds } = echo();
    await readTogether(
      [
        (outer) =>
          readTogether(
            ["0x01", "0x02"].map((data) => async (inner) => {
              await inner([call(data as Hex)]);
            }),
            outer,
          ),
        async (outer) => {
          expect(await outer([])).toEqual([]);
          await outer([call("0x03")]);
        },
      ],
      aggregate,
    );
    await readTogether([], aggregate);
    expect(rounds.map((asked) => asked.toSorted())).toEqual([["0x01", "0x02", "0x03"]]);
  });

  test("error: what a reader fails with, when the others are done", async () => {
    const { aggregate, rounds } = echo();
    let done = false;
    const reading = readTogether(
      [
        async () => {
          throw new Error("no such row");
        },
        async (together) => {
          await together([call("0x01")]);
          done = true;
        },
      ],
      aggregate,
    );
    await expect(reading).rejects.toThrow("no such row");
    expect(done).toBe(true);
    expect(rounds).toEqual([["0x01"]]);
  });

  test("error: what the node fails with", async () => {
    const reading = readTogether(
      [(together) => together([call("0x01")]).then(() => undefined)],
      async () => {
        throw new Error("header not found");
      },
    );
    await expect(reading).rejects.toThrow("header not found");
  });
});
