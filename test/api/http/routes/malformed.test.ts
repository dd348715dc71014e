import { describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { errorSchema } from "../../../../src/api/http/error-schema.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { fixtureDeps, queryOf, TRADE } from "../../fixture/app.ts";
import { ALICE, BOB, DAI, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";

const app = createApp(fixtureDeps());
const ZERO = "0x0000000000000000000000000000000000000000";

type Case = readonly [query: string, status: number, code: string, paths: readonly string[]];

function bad(query: string, ...paths: string[]): Case {
  return [query, 400, "INVALID_ARGUMENT", paths];
}

function changed(changes: Readonly<Record<string, string>>, ...paths: string[]): Case {
  return bad(queryOf({ ...TRADE, ...changes }), ...paths);
}

function without(name: keyof typeof TRADE): Case {
  const { [name]: _, ...rest } = TRADE;
  return bad(queryOf(rest), name);
}

const NOT_AMOUNTS = [
  "0",
  "00",
  "1e18",
  "0x10",
  "1.5",
  "-1",
  "+1",
  "",
  " 1",
  "1 ",
  "1_000",
  "one",
  "NaN",
  "١",
  (2n ** 256n).toString(),
  "9".repeat(5_000),
];
const NOT_ADDRESSES = [
  "",
  "0x",
  "0x123",
  `${ALICE}0`,
  ALICE.slice(2),
  `0x${"g".repeat(40)}`,
  "vitalik.eth",
];
const SIX_TOKENS = [1, 2, 3, 4, 5, 6].map((n) => `0x${`${n}`.repeat(40)}`);
const NOT_DEADLINES = ["", "soon", "-1", "+", "++1", "+1.5", "1e9", "0x10", "1".repeat(16)];
const NOT_FEES = ["101", "-1", "1.5", "", "1%", "0x1", "1e1", "٣"];
const NOT_FLAGS = ["", "yes", "1", "0", "null", "truee"];

/** Requests that both quote and route refuse. */
const SHARED: readonly Case[] = [
  bad("", "fromAddress", "tokenIn", "amountIn", "tokenOut"),
  ...(["fromAddress", "tokenIn", "amountIn", "tokenOut"] as const).map(without),
  ...NOT_AMOUNTS.map((amountIn) => changed({ amountIn }, "amountIn")),
  changed({ amountIn: "1,000" }, "amountIn.1"),
  ...NOT_ADDRESSES.map((fromAddress) => changed({ fromAddress }, "fromAddress")),
  ...NOT_ADDRESSES.map((tokenIn) => changed({ tokenIn }, "tokenIn")),
  ...NOT_ADDRESSES.map((tokenOut) => changed({ tokenOut }, "tokenOut")),
  changed({ fromAddress: ZERO }, "fromAddress"),
  ...NOT_FEES.map((fee) => changed({ fee, feeReceiver: BOB }, "fee")),
  changed({ fee: "1" }, "feeReceiver"),
  changed({ fee: "100" }, "feeReceiver"),
  changed({ fee: "1", feeReceiver: "me" }, "feeReceiver"),
  changed({ fee: "1", feeReceiver: ZERO }, "feeReceiver"),
  ...["abc", "1.0", "", "-1", "0", "0x1", "1e0", "9007199254740993"].map((chainId) =>
    changed({ chainId }, "chainId"),
  ),
  changed({ tokenIn: USDC, tokenOut: USDC }, "tokenOut"),
  changed({ tokenIn: USDC.toUpperCase(), tokenOut: USDC }, "tokenOut"),
  ...["0", "101", "-1", "1.5", "ten", ""].map((maxLegs) => changed({ maxLegs }, "maxLegs")),
  ...NOT_FLAGS.map((priceImpact) => changed({ priceImpact }, "priceImpact")),
  changed({ explain: "maybe" }, "explain"),
  ...["-1", "latest", "0x10", "1.5", ""].map((blockNumber) =>
    changed({ blockNumber }, "blockNumber"),
  ),
  changed({ timestamp: "now" }, "timestamp"),
  changed({ blockNumber: "1", timestamp: "1" }, "timestamp"),
  changed({ onlyProtocols: "" }, "onlyProtocols.0"),
  changed({ onlyProtocols: "uniswap-v2,," }, "onlyProtocols.1", "onlyProtocols.2"),
  changed({ ignoreProtocols: "a b" }, "ignoreProtocols.0"),
  changed({ ignoreProtocols: Array(101).fill("uniswap-v2").join(",") }, "ignoreProtocols"),
  bad(`${queryOf(TRADE)}&tokenIn=${DAI}`, "amountIn"),
  bad(`${queryOf(TRADE)}&amountIn[]=2`, "amountIn"),
  bad(`${queryOf(TRADE)}&amountIn[0]=1&amountIn[1]=2`, "amountIn"),
  bad(`${queryOf(TRADE)}&chainId=1&chainId=2`, "chainId"),
  changed({ tokenIn: `${DAI},${WETH}` }, "amountIn"),
  changed({ tokenIn: `${DAI},${USDC}`, amountIn: "1,1" }, "tokenOut"),
  changed({ tokenIn: `${DAI},${DAI.toUpperCase()}`, amountIn: "1,1" }, "tokenIn"),
  changed(
    { tokenIn: `${DAI},me,`, amountIn: "1,0,x" },
    ...["tokenIn.1", "tokenIn.2"],
    ...["amountIn.1", "amountIn.2"],
  ),
  changed({ tokenIn: SIX_TOKENS.join(), amountIn: "1,1,1,1,1,1" }, "tokenIn", "amountIn"),
  changed(
    { chainId: "x", fromAddress: "y", amountIn: "0", fee: "101", tokenOut: "z", maxLegs: "0" },
    "chainId",
    "fromAddress",
    "amountIn",
    "tokenOut",
    "fee",
    "maxLegs",
  ),
  changed(
    { amountIn: "0", fee: "5", tokenOut: TRADE.tokenIn },
    "amountIn",
    "tokenOut",
    "feeReceiver",
  ),
  bad(`${queryOf({ ...TRADE, amountIn: "1" })}&amountIn=%E0%A4%A`, "amountIn.1"),
  [queryOf({ ...TRADE, chainId: "5" }), 400, "UNSUPPORTED_CHAIN", ["chainId"]],
  [queryOf({ ...TRADE, chainId: "137" }), 400, "UNSUPPORTED_CHAIN", ["chainId"]],
  [queryOf({ ...TRADE, tokenOut: BOB }), 422, "UNKNOWN_TOKEN", ["tokenOut"]],
  [
    queryOf({ ...TRADE, tokenIn: ZERO, tokenOut: BOB }),
    422,
    "UNKNOWN_TOKEN",
    ["tokenIn", "tokenOut"],
  ],
  [
    queryOf({ ...TRADE, tokenIn: [DAI, ZERO, BOB].join(), amountIn: "1,2,3" }),
    422,
    "UNKNOWN_TOKEN",
    ["tokenIn.1", "tokenIn.2"],
  ],
  [queryOf({ ...TRADE, onlyProtocols: "uniswap-v9" }), 422, "UNKNOWN_PROTOCOL", ["onlyProtocols"]],
  [
    queryOf({ ...TRADE, ignoreProtocols: "nope,uniswap-v2,nada" }),
    422,
    "UNKNOWN_PROTOCOL",
    ["ignoreProtocols", "ignoreProtocols"],
  ],
  [queryOf({ ...TRADE, blockNumber: "18999999" }), 422, "BLOCK_UNAVAILABLE", []],
  [queryOf({ ...TRADE, blockNumber: "19000001" }), 422, "BLOCK_UNAVAILABLE", []],
  [queryOf({ ...TRADE, timestamp: "1705173442" }), 422, "BLOCK_UNAVAILABLE", []],
  [queryOf({ ...TRADE, timestamp: "4102444800" }), 422, "BLOCK_UNAVAILABLE", []],
];

/** Requests that route alone refuses. */
const ROUTE: readonly Case[] = [
  ...["-1", "10001", "0.5", "", "1%"].map((slippage) => changed({ slippage }, "slippage")),
  ...["0", "1.5", ""].map((minAmountOut) => changed({ minAmountOut }, "minAmountOut")),
  changed({ slippage: "50", minAmountOut: "1" }, "minAmountOut"),
  ...(["receiver", "refundReceiver", "spender"] as const).flatMap((name) => [
    changed({ [name]: ZERO }, name),
    changed({ [name]: "me" }, name),
  ]),
  changed({ routingStrategy: "teleport" }, "routingStrategy"),
  changed({ routingStrategy: "" }, "routingStrategy"),
  changed({ toEOA: "1" }, "toEOA"),
  changed({ toEoa: "1" }, "toEOA"),
  changed({ toEoa: "true", toEOA: "false" }, "toEOA"),
  ...NOT_DEADLINES.map((deadline) => changed({ deadline }, "deadline")),
  changed({ deadline: `${TIMESTAMP + 11}` }, "deadline"),
  ...["", "dai", "eip-2612", "true"].map((permit) => changed({ permit, tokenIn: DAI }, "permit")),
  changed({ permit: "permit2" }, "tokenIn"),
  changed({ permit: "eip2612" }, "tokenIn"),
  changed({ permit: "permit2", tokenIn: `${DAI},${NATIVE}`, amountIn: "1,1" }, "tokenIn"),
  changed({ permit: "eip2612", tokenIn: `${DAI},${WETH}`, amountIn: "1,1" }, "permit"),
  ...["delegate", "corewallet"].map((routingStrategy): Case => {
    const query = queryOf({ ...TRADE, tokenIn: DAI, permit: "permit2", routingStrategy });
    return [query, 422, "STRATEGY_UNSUPPORTED", ["permit"]];
  }),
  [queryOf({ ...TRADE, spender: BOB }), 422, "STRATEGY_UNSUPPORTED", ["spender"]],
  [
    queryOf({ ...TRADE, chainId: "5", routingStrategy: "delegate" }),
    400,
    "UNSUPPORTED_CHAIN",
    ["chainId"],
  ],
];

/** Requests that the token list refuses. */
const TOKENS: readonly Case[] = [
  ...["0", "-1", "abc", "1.5", ""].map((page) => bad(queryOf({ page }), "page")),
  ...["abc", "", "0", "1.5"].map((chainId) => bad(queryOf({ chainId }), "chainId")),
  ...["lp", "", "base,defi"].map((type) => bad(queryOf({ type }), "type")),
  bad("type=base&type=defi", "type"),
  bad("address=0x1", "address.0"),
  bad(`address=${USDC},me`, "address.1"),
  bad(`address[]=${USDC}&address[]=me`, "address.1"),
  bad("primayAddress=me", "primayAddress.0"),
  bad("primaryAddress=me", "primayAddress.0"),
  bad("underlyingTokens=", "underlyingTokens.0"),
  bad("protocolSlug=", "protocolSlug.0"),
  bad("protocolSlug=%00", "protocolSlug.0"),
  bad("includeMetadata=yes", "includeMetadata"),
  bad("page=0&chainId=x&type=y&address=z", "chainId", "address.0", "type", "page"),
];

const PROTOCOLS: readonly Case[] = [
  bad("chainId=one", "chainId"),
  bad("slug=", "slug.0"),
  bad("chainId=1&chainId=2", "chainId"),
];

/** Requests that the list of positions refuses. */
const POSITIONS: readonly Case[] = [
  ...["0", "-1", "abc", "1.5", ""].map((page) => bad(queryOf({ page }), "page")),
  ...["-1", "abc", "1.5", "", "9007199254740993"].map((cursor) =>
    bad(queryOf({ cursor }), "cursor"),
  ),
  ...["abc", "", "0", "1.5"].map((chainId) => bad(queryOf({ chainId }), "chainId")),
  bad("address=0x1", "address.0"),
  bad(`address=${USDC},me`, "address.1"),
  bad("primayAddress=me", "primayAddress.0"),
  bad("primaryAddress=me", "primayAddress.0"),
  bad("project=", "project.0"),
  bad("project=a b", "project.0"),
  bad("protocolSlug=%00", "protocolSlug.0"),
  bad("includeMetadata=yes", "includeMetadata"),
  bad("page=1&page=2", "page"),
  bad("cursor=1&cursor=2", "cursor"),
  bad("page=0&chainId=x&cursor=y&address=z", "chainId", "address.0", "page", "cursor"),
];

const DEPOSIT = {
  ...{ chainId: "1", fromAddress: ALICE, receiver: BOB, tokenIn: USDC },
  ...{ amountIn: "1", positionOut: DAI },
};

function changedDeposit(changes: Readonly<Record<string, string>>, ...paths: string[]): Case {
  return bad(queryOf({ ...DEPOSIT, ...changes }), ...paths);
}

/** Requests that the route into positions refuses. */
const DEPOSITS: readonly Case[] = [
  bad("", "chainId", "fromAddress", "receiver", "tokenIn", "amountIn", "positionOut"),
  ...NOT_AMOUNTS.map((amountIn) => changedDeposit({ amountIn }, "amountIn")),
  ...[...NOT_ADDRESSES, ZERO].map((receiver) => changedDeposit({ receiver }, "receiver")),
  ...NOT_ADDRESSES.map((tokenIn) => changedDeposit({ tokenIn }, "tokenIn")),
  ...NOT_ADDRESSES.map((positionOut) => changedDeposit({ positionOut }, "positionOut")),
  ...[`1:${DAI}`, `1:${DAI}:`, `x:${DAI}:1`, `:${DAI}:1`, `1:${DAI}:-1`, `1:${DAI}:0x`].map(
    (positionOut) => changedDeposit({ positionOut }, "positionOut"),
  ),
  ...[`1:0x12:1`, `1:${DAI}:1:2`, `1:${DAI}:0x${"f".repeat(65)}`, `${DAI},${USDC}`].map(
    (positionOut) => changedDeposit({ positionOut }, "positionOut"),
  ),
  ...NOT_FEES.map((fee) => changedDeposit({ fee, feeReceiver: BOB }, "fee")),
  changedDeposit({ fee: "1" }, "feeReceiver"),
  ...["-1", "10001", "0.5", "", "1%"].map((slippage) => changedDeposit({ slippage }, "slippage")),
  changedDeposit({ slippage: "50", minAmountOut: "1" }, "minAmountOut"),
  ...["", "0", "abc", "1.0"].map((chainId) => changedDeposit({ chainId }, "chainId")),
  changedDeposit({ routingStrategy: "teleport" }, "routingStrategy"),
  changedDeposit({ spender: ZERO }, "spender"),
  changedDeposit({ blockNumber: "1", timestamp: "1" }, "timestamp"),
  bad(`${queryOf(DEPOSIT)}&positionOut=${BOB}`, "positionOut"),
  changedDeposit(
    { chainId: "x", receiver: "y", amountIn: "0", positionOut: "z", fee: "101" },
    ...["chainId", "receiver", "amountIn", "positionOut", "fee"],
  ),
];

async function refuses(path: string, [query, status, code, paths]: Case): Promise<void> {
  const response = await app.request(`${path}?${query}`);
  const body = errorSchema.strict().parse(await response.json());
  expect({ status: response.status, code: body.code }).toEqual({ status, code });
  expect(body.statusCode).toBe(status);
  expect([...new Set(body.details.map((detail) => detail.path))].sort()).toEqual(
    [...new Set(paths)].sort(),
  );
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
}

function suite(path: string, cases: readonly Case[]): void {
  describe(`GET ${path}`, () => {
    test.each(
      cases.map((one) => [`${one[2]} ${one[0].slice(0, 400)}`, one] as const),
    )("error: %s", async (_, one) => {
      await refuses(path, one);
    });
  });
}

suite("/api/v1/shortcuts/quote", SHARED);
suite("/api/v1/shortcuts/route", [...SHARED, ...ROUTE]);
suite("/api/v1/tokens", TOKENS);
suite("/api/v1/protocols", PROTOCOLS);
suite("/api/v1/nontokenized", POSITIONS);
suite("/api/v1/shortcuts/route/nontokenized", DEPOSITS);
