import { describe, expect, test } from "vitest";
import { get, queryOf, TRADE } from "../../fixture/app.ts";
import { ALICE, BOB, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";
import { body, route } from "./asked-route.ts";

describe("parameters of GET /api/v1/shortcuts/route", () => {
  test("behavior: a deadline is a time, or seconds after the block that the answer is made for", async () => {
    const next = TIMESTAMP + 12;
    for (const [deadline, validUntil] of [
      ["+600", next + 600],
      ["+0", next],
      [`${next}`, next],
      ["4102444800", 4_102_444_800],
    ] as const) {
      expect(await body({ deadline })).toMatchObject({ validUntil });
    }
    // An unescaped plus sign is a blank to a URL.
    const plain = await route({}, "&deadline=+600");
    expect(plain.body).toMatchObject({ validUntil: next + 600 });
    const past = await route({ deadline: `${next - 1}` });
    expect(past).toMatchObject({ status: 400, body: { code: "INVALID_ARGUMENT" } });
    expect(past.text).toContain(`before ${next}`);
  });

  test("behavior: strategies by their names, old names included", async () => {
    for (const [routingStrategy, strategy] of [
      ["router-legacy", "router"],
      ["DELEGATE", "delegate"],
      ["delegate-legacy", "delegate"],
      ["corewallet", "corewallet"],
      ["ensowallet", "corewallet"],
      ["ensowallet-v2", "corewallet"],
    ] as const) {
      expect((await route({ routingStrategy })).request).toMatchObject({ strategy });
    }
    const { request } = await route({ routingStrategy: "corewallet", spender: BOB });
    expect(request).toMatchObject({ spender: BOB, fromAddress: ALICE });
  });

  test("behavior: addresses in any letter case, chain 1 by default", async () => {
    const { chainId: _, ...rest } = TRADE;
    const upper = Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, value.toUpperCase()]),
    );
    const answer = await get(`/api/v1/shortcuts/route?${queryOf(upper)}`);
    expect(answer.text).toBe((await route()).text);
  });

  test("behavior: every way to write a parameter", async () => {
    const { text } = await route();
    for (const [open, close] of [
      ["[", "]"],
      ["%5B", "%5D"],
    ]) {
      for (const index of ["", "0"]) {
        const brackets = `${open}${index}${close}`;
        const query = Object.entries(TRADE).map(([name, value]) => `${name}${brackets}=${value}`);
        const answer = await get(`/api/v1/shortcuts/route?${query.join("&")}`);
        expect(answer.text).toBe(text);
      }
    }
    const repeated = await route({}, `&tokenOut=${USDC}&tokenOut[]=${USDC}&slippage=50`);
    expect(repeated.text).toBe(text);
  });

  test("behavior: receiver, refundReceiver, spender", async () => {
    const { request } = await route({
      receiver: BOB,
      refundReceiver: WETH,
      spender: ALICE.toUpperCase(),
    });
    expect(request).toMatchObject({ receiver: BOB, refundReceiver: WETH, fromAddress: ALICE });
  });

  test("behavior: toEOA means receiver = fromAddress unless given, and is deprecated", async () => {
    for (const name of ["toEOA", "toEoa"]) {
      const { request, headers } = await route({ [name]: "true" });
      expect(request?.receiver).toBe(ALICE);
      expect(headers.get("deprecation")).toMatch(/^@\d+$/);
      expect((await route({ [name]: "true", receiver: BOB })).request?.receiver).toBe(BOB);
      expect((await route({ [name]: "false" })).headers.get("deprecation")).toBeNull();
    }
  });

  test("behavior: routingStrategy router by any of its names", async () => {
    for (const routingStrategy of ["router", "Router", "router-legacy"]) {
      expect((await route({ routingStrategy })).status).toBe(200);
    }
  });
});
