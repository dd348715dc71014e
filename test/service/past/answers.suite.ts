import { expect, test } from "vitest";
import { BLOCKS, get, LISTS, lists, parsed, quotes, refusals, weir } from "./recording.ts";

test("behavior: quotes are what they were, to the wei", { timeout: 900_000 }, async () => {
  const seen = { planned: 0, simulated: 0, replayed: 0, rounded: 0 };
  const gas: number[] = [];
  for (const quote of quotes) {
    const asked = `${quote.path}&blockNumber=${quote.block}`;
    const { status, text } = await get(asked);
    expect(status, `${asked}: ${text}`).toBe(200);
    const [then, now] = [parsed(quote), parsed({ text })];
    if (then.explain.supplied === null) {
      seen.planned += 1;
      expect(text, asked).toBe(quote.text);
      continue;
    }
    if (now.explain.supplied !== null) {
      seen.simulated += 1;
      expect(text, asked).toBe(quote.text);
      continue;
    }
    seen.replayed += 1;
    gas.push(Number(now.gas) / Number(then.gas));
    const { explain: _, gas: __, ...said } = now;
    const { explain: ___, gas: ____, ...wanted } = then;
    if (!quote.rounds) expect({ asked, ...said }).toEqual({ asked, ...wanted });
    else {
      seen.rounded += now.amountOut === then.amountOut ? 0 : 1;
      const apart = BigInt(now.amountOut) - BigInt(then.amountOut);
      expect(apart >= -4n && apart <= 4n, `${asked}: ${apart}`).toBe(true);
    }
    expect(now.explain.legs).toEqual(then.explain.legs);
  }
  gas.sort((a, b) => a - b);
  console.log(JSON.stringify(seen), `gas estimated to simulated ${gas[0]} … ${gas.at(-1)}`);
  expect(seen.planned).toBeGreaterThan(BLOCKS / 4);
  expect(seen.simulated).toBeGreaterThan(BLOCKS / 4);
  expect(seen.replayed).toBeGreaterThan(BLOCKS / 4);
});

test("behavior: refusals are what they were", async () => {
  const withoutId = (text: string) => ({ ...JSON.parse(text), requestId: null });
  for (const { path, block, text } of refusals) {
    const now = await get(`${path}&blockNumber=${block}`);
    expect(withoutId(now.text), `${path} at ${block}`).toEqual(withoutId(text));
  }
  expect(refusals.length).toBeGreaterThan(0);
});

test("behavior: a time asks for the newest block up to it", async () => {
  for (const quote of quotes.filter((_, i) => i % 20 === 0)) {
    const byNumber = await get(`${quote.path}&blockNumber=${quote.block}`);
    for (const seconds of [0, 11]) {
      const byTime = await get(`${quote.path}&timestamp=${quote.timestamp + seconds}`);
      expect(byTime, `${quote.path} at ${quote.timestamp + seconds}`).toEqual(byNumber);
    }
  }
});

test("behavior: lists are what they were", async () => {
  for (const { path, block, text } of lists) {
    expect(await get(`${path}&blockNumber=${block}`), path).toEqual({ status: 200, text });
  }
  expect(new Set(lists.map(({ text }) => text)).size).toBeGreaterThan(2);
});

test("error: BLOCK_UNAVAILABLE", async () => {
  const { number, timestamp } = weir.service(1).snapshot().block;
  const path = quotes[0]?.path ?? "";
  for (const asked of [
    `blockNumber=${number + 1}`,
    `timestamp=${timestamp + 3_600}`,
    "timestamp=1",
  ]) {
    for (const each of [path, ...LISTS]) {
      const { status, text } = await get(`${each}&${asked}`);
      expect(status, text).toBe(422);
      const wanted = { code: "BLOCK_UNAVAILABLE", data: { earliestBlock: 0 } };
      expect(JSON.parse(text), asked).toMatchObject(wanted);
    }
  }
  const early = quotes[0];
  const refused = await get(`${path.replace("/quote", "/route")}&blockNumber=${early?.block}`);
  expect(JSON.parse(refused.text)).toMatchObject({ statusCode: 422, code: "BLOCK_UNAVAILABLE" });
});
