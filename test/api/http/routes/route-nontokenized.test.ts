import { describe, expect, test } from "vitest";
import { routeNontokenizedEndpoint } from "../../../../src/api/http/routes/route-nontokenized.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { positionKey } from "../../../../src/protocols/position.ts";
import { getTrade, queryOf } from "../../fixture/app.ts";
import { ALICE, BLOCK, BOB, HONEY, ROUTER, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";
import {
  BEX_VAULT,
  CHEF,
  MARKETS,
  MORPHO,
  positionDeps,
  STAKING,
} from "../../fixture/positions.ts";

const deps = positionDeps();
const [USDC_MARKET, DAI_MARKET] = MARKETS.map((id) => `1:${MORPHO}:${id}`) as [string, string];

const DEPOSIT = {
  ...{ chainId: "1", fromAddress: ALICE, receiver: BOB, tokenIn: NATIVE },
  ...{ amountIn: "1000000000000000000", positionOut: USDC_MARKET },
};

function deposit(changes: Readonly<Record<string, string | null>> = {}) {
  const given = Object.entries({ ...DEPOSIT, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const query = queryOf(Object.fromEntries(given));
  return getTrade(`/api/v1/shortcuts/route/nontokenized?${query}`, deps);
}

async function body(changes: Readonly<Record<string, string | null>> = {}) {
  const response = await deposit(changes);
  expect(response.status, response.text).toBe(200);
  return routeNontokenizedEndpoint.response.strict().parse(response.body);
}

/** Asks for what is refused; the answer's body. */
async function refused(
  [status, code]: readonly [number, string],
  changes: Readonly<Record<string, string | null>>,
) {
  const response = await deposit(changes);
  expect(response.body, response.text).toMatchObject({ statusCode: status, code });
  expect(response.status).toBe(status);
  expect(response.request).toBeUndefined();
  return response.body;
}

describe("GET /api/v1/shortcuts/route/nontokenized", () => {
  test("default", async () => {
    const { status, headers, body, request } = await deposit();
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      route: [
        expect.objectContaining({ action: "deposit", protocol: "weth", tokenIn: [NATIVE] }),
        { action: "swap", protocol: "core", tokenIn: [WETH], tokenOut: [USDC] },
        expect.objectContaining({
          ...{ action: "deposit", protocol: "morpho-blue", tokenIn: [USDC], primary: MORPHO },
        }),
      ],
      gas: "200000",
      amountOut: expect.stringMatching(/^\d+$/),
      minAmountOut: expect.stringMatching(/^\d+$/),
      createdAt: BLOCK,
      validUntil: TIMESTAMP + 12 + 3_600,
      tx: { data: "0x1234", to: ROUTER.toLowerCase(), from: ALICE, value: DEPOSIT.amountIn },
    });
    expect(request).toMatchObject({
      ...{ chainId: 1, strategy: "router", fromAddress: ALICE, spender: ALICE, receiver: BOB },
      ...{ refundReceiver: ALICE, inputs: [{ token: NATIVE, amount: 10n ** 18n }], fee: null },
      tokenOut: positionKey(MORPHO, MARKETS[0]),
      ...{ limit: { kind: "slippage", bps: 50 }, priceImpact: false },
    });
  });

  test("behavior: a position is named by its address, or by its positionId in any letter case", async () => {
    const receiver = ALICE;
    const own = { positionOut: STAKING, routingStrategy: "delegate", receiver };
    expect((await body(own)).route.at(-1)).toMatchObject({
      ...{ action: "deposit", protocol: "uniswap-v2-staking", primary: STAKING },
    });
    const { text } = await deposit();
    const upper = `1:${MORPHO.toUpperCase()}:${MARKETS[0].toUpperCase()}`;
    expect((await deposit({ positionOut: upper })).text).toBe(text);
    const other = await deposit({ positionOut: DAI_MARKET });
    expect(other.request?.tokenOut).toBe(positionKey(MORPHO, MARKETS[1]));
    // The only pool of the chef that is indexed.
    const farm = { routingStrategy: "delegate", receiver };
    const byAddress = await deposit({ ...farm, positionOut: CHEF });
    expect(byAddress.status, byAddress.text).toBe(200);
    expect((await deposit({ ...farm, positionOut: `1:${CHEF}:12` })).text).toBe(byAddress.text);
  });

  test("behavior: fee", async () => {
    expect(await body({ fee: "0" })).toMatchObject({ feeAmount: ["0"] });
    const { request, body: charged } = await deposit({ fee: "100", feeReceiver: BOB });
    expect(charged).toMatchObject({ feeAmount: ["10000000000000000"] });
    expect(request?.fee).toEqual({ bps: 100, receiver: BOB });
    expect(await body({ feeReceiver: BOB })).not.toHaveProperty("feeAmount");
  });

  test("behavior: slippage or minAmountOut", async () => {
    const exact = await body({ slippage: "0" });
    expect(exact.minAmountOut).toBe(exact.amountOut);
    const { request, body: limited } = await deposit({ minAmountOut: "5" });
    expect(request?.limit).toEqual({ kind: "minimum", minAmountOut: 5n });
    expect(limited).toMatchObject({ minAmountOut: "5" });
    await refused([400, "INVALID_ARGUMENT"], { minAmountOut: "5", slippage: "50" });
  });

  test("behavior: spender and refundReceiver", async () => {
    const wallet = { routingStrategy: "corewallet", spender: BOB, refundReceiver: WETH };
    expect((await deposit(wallet)).request).toMatchObject({ spender: BOB, refundReceiver: WETH });
    const other = await deposit({ spender: BOB });
    expect(other.body).toMatchObject({ code: "STRATEGY_UNSUPPORTED" });
  });

  test("behavior: explain", async () => {
    const { explain } = await body({ explain: "true" });
    expect(explain?.legs.at(-1)).toMatchObject({ venue: "morpho-blue", action: "deposit" });
    expect(await body({ explain: "false" })).not.toHaveProperty("explain");
  });

  test.each([
    ["positions that credit anyone take every strategy", {}, ["router", "delegate", "corewallet"]],
    [
      "positions that credit their caller take wallets",
      { positionOut: STAKING, receiver: ALICE },
      ["delegate", "corewallet"],
    ],
    [
      "BEX vaults take delegate alone",
      { chainId: "80094", tokenIn: HONEY, positionOut: BEX_VAULT, receiver: ALICE },
      ["delegate"],
    ],
  ] as const)("behavior: %s", async (_, changes, allowed) => {
    for (const routingStrategy of ["router", "delegate", "corewallet"] as const) {
      const { status, body, text } = await deposit({ ...changes, routingStrategy });
      if ((allowed as readonly string[]).includes(routingStrategy)) {
        expect(status, text).toBe(200);
        continue;
      }
      expect(body).toMatchObject({
        ...{ statusCode: 422, code: "STRATEGY_UNSUPPORTED" },
        message: expect.stringContaining(`use ${allowed.join(" or ")}`),
        details: [{ path: "routingStrategy" }],
      });
    }
  });

  test("error: STRATEGY_UNSUPPORTED of the default strategy for BEX vaults", async () => {
    const changes = { chainId: "80094", tokenIn: HONEY, positionOut: BEX_VAULT };
    await refused([422, "STRATEGY_UNSUPPORTED"], changes);
  });

  test.each([
    ["fromAddress"],
    ["receiver"],
    ["chainId"],
    ["tokenIn"],
    ["amountIn"],
    ["positionOut"],
  ])("error: INVALID_ARGUMENT without %s", async (name) => {
    const body = await refused([400, "INVALID_ARGUMENT"], { [name]: null });
    expect(body).toMatchObject({ details: [{ path: name }] });
  });

  test("error: UNKNOWN_POSITION of an address that several positions share, with their ids", async () => {
    const body = await refused([422, "UNKNOWN_POSITION"], { positionOut: MORPHO });
    expect(body).toMatchObject({ data: { positionIds: [USDC_MARKET, DAI_MARKET] } });
  });

  test.each([
    ["an account", BOB],
    ["an id that the contract does not have", `1:${MORPHO}:0x99`],
    ["an id inside a contract without ids", `1:${STAKING}:0`],
    ["a position of another chain", `80094:${BEX_VAULT}:0`],
    ["an id of another chain", USDC_MARKET.replace("1:", "10:")],
    ["a position's address on another chain", BEX_VAULT],
  ])("error: UNKNOWN_POSITION of %s", async (_, positionOut) => {
    const body = await refused([422, "UNKNOWN_POSITION"], { positionOut });
    expect(body).toMatchObject({ details: [{ path: "positionOut" }] });
  });

  test("error: ACTION_UNSUPPORTED of a tokenized positionOut, and of a position as tokenIn", async () => {
    const only = /only deposits into non-tokenized positions are supported/;
    for (const [path, changes] of [
      ["positionOut", { positionOut: USDC }],
      ["positionOut", { positionOut: NATIVE }],
      ["tokenIn", { tokenIn: STAKING }],
      ["tokenIn", { tokenIn: MORPHO }],
    ] as const) {
      const body = await refused([422, "ACTION_UNSUPPORTED"], changes);
      expect(body).toMatchObject({
        ...{ message: expect.stringMatching(only), details: [{ path }] },
      });
    }
  });

  test("error: UNKNOWN_TOKEN", async () => {
    const body = await refused([422, "UNKNOWN_TOKEN"], { tokenIn: HONEY });
    expect(body).toMatchObject({ data: { address: HONEY } });
  });

  test("error: UNSUPPORTED_CHAIN", async () => {
    await refused([400, "UNSUPPORTED_CHAIN"], { chainId: "137" });
  });

  test("error: NO_ROUTE", async () => {
    const { body } = await deposit({ onlyProtocols: "weth" });
    expect(body).toMatchObject({ statusCode: 422, code: "NO_ROUTE" });
  });
});
