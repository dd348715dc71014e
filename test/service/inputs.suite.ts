import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { coreWalletOf, ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  bodyOf,
  deal,
  positionName,
  type TradeBody,
  tokenOf,
} from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000fade";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const FEE_RECEIVER: Address = "0x00000000000000000000000000000000000fee03";
const TRADES = sized({ always: 5, nightly: 60 });
const SEED = campaignSeed(0);

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 26n });
  safe = await createSafe(weir, OWNER);
}, 300_000);

type Strategy = "router" | "delegate" | "corewallet";
type Input = readonly [token: Address, amount: bigint];

/** Gives the payer of a strategy what it sells, and the approvals that the strategy needs. */
async function fund(strategy: Strategy, inputs: readonly Input[]): Promise<void> {
  const owner = strategy === "delegate" ? safe.address : OWNER;
  for (const [token, amount] of inputs) {
    if (token === NATIVE) {
      if (strategy === "delegate") await deal(node, { owner, token, amount });
      continue;
    }
    await deal(node, { owner, token, amount });
    if (strategy === "delegate") continue;
    const spender = strategy === "router" ? ROUTER_ADDRESS : coreWalletOf(OWNER);
    await approveExactly(node, { owner, token, spender, amount });
  }
}

/** Sends an answer as its strategy does; the receipt is a success. */
async function send(strategy: Strategy, { tx, gas }: TradeBody): Promise<void> {
  const hash =
    strategy === "delegate"
      ? await safe.delegateCall(tx, BigInt(gas))
      : await sendAnswer(node, { tx, gas });
  await mined(weir, hash, { label: JSON.stringify({ strategy, tx }) });
}

/**
 * Asks for inputs to be sold for one token, and executes the answer; what arrives is what was
 * answered.
 */
async function sell(
  strategy: Strategy,
  inputs: readonly Input[],
  on: { readonly tokenOut: Address } & Readonly<Record<string, string>>,
): Promise<TradeBody | null> {
  const query = {
    ...{ fromAddress: strategy === "delegate" ? safe.address : OWNER, ...on },
    tokenIn: inputs.map(([token]) => token).join(),
    amountIn: inputs.map(([, amount]) => amount).join(),
  };
  const quote = await ask(weir, "quote", query);
  const { status, body } = await ask(weir, "route", {
    ...{ ...query, receiver: RECEIVER, routingStrategy: strategy },
  });
  if (body.code === "AMOUNT_TOO_SMALL") return null;
  expect(status, JSON.stringify({ query, body })).toBe(200);
  expect(quote.body.amountOut).toBe(body.amountOut);
  await fund(strategy, inputs);
  const receiver = { token: on.tokenOut, owner: RECEIVER };
  const gained = await gainOf(node, receiver, () => send(strategy, body));
  expect(gained, JSON.stringify({ query, body })).toBe(BigInt(body.amountOut));
  const payer = strategy === "delegate" ? safe.address : OWNER;
  // A module that sells exact amounts leaves what is below the price of a unit of USDC.
  const sellsUnits = body.route.some(({ protocol }) => protocol === "sky-lite-psm");
  for (const [token] of inputs) {
    if (token === NATIVE) continue;
    const most = sellsUnits && token === tokenOf(weir, "DAI") ? 10n ** 12n : 0n;
    expect(await balanceOf(node, token, payer)).toBeLessThanOrEqual(most);
  }
  return body;
}

describe.each(["router", "delegate", "corewallet"] as const)("%s", (strategy) => {
  test(`default: ${TRADES} trades of several tokens, coin among them, to the wei, seed ${SEED}`, async () => {
    const random = createRandom(SEED + strategy.length);
    const named = ["WETH", "USDC", "USDT", "DAI", "WBTC", "LINK"].map((s) => tokenOf(weir, s));
    const { tokens, defiTokens } = weir.service(1).snapshot();
    const shares = [...defiTokens]
      .filter(([address, { protocol, token }]) => {
        return tokens.has(address) && token.exact !== false && protocol.family === "erc4626";
      })
      .map(([address]) => address);
    const seen = { coin: 0, shares: 0, done: 0 };
    while (seen.done < TRADES) {
      const shuffled = [NATIVE, ...named]
        .map((token) => [random(), token] as const)
        .sort(([a], [b]) => a - b)
        .map(([, token]) => token);
      const isShare = seen.done % 4 === 3;
      const tokenOut = isShare ? shares[Math.floor(random() * shares.length)] : shuffled.pop();
      if (tokenOut === undefined) throw new Error("nothing to buy");
      const inputs = shuffled.slice(0, 2 + Math.floor(random() * 4)).map((token): Input => {
        const decimals = tokens.get(token)?.decimals ?? 18;
        return [token, BigInt(Math.floor(10 ** (random() * (decimals + 1)))) + 1_000n];
      });
      const body = await sell(strategy, inputs, { tokenOut });
      if (body === null) continue;
      if (isShare) seen.shares += 1;
      if (inputs.some(([token]) => token === NATIVE)) seen.coin += 1;
      seen.done += 1;
    }
    expect(seen.coin).toBeGreaterThan(0);
    expect(seen.shares).toBeGreaterThan(0);
  }, 300_000);

  test("behavior: each input has its fee", async () => {
    const inputs: readonly Input[] = [
      [tokenOf(weir, "DAI"), 10n ** 21n],
      [NATIVE, 10n ** 18n],
      [tokenOf(weir, "LINK"), 3n * 10n ** 19n],
    ];
    const held = () => Promise.all(inputs.map(([token]) => balanceOf(node, token, FEE_RECEIVER)));
    const before = await held();
    const tokenOut = tokenOf(weir, "USDC");
    const body = await sell(strategy, inputs, {
      ...{ tokenOut, fee: "30", feeReceiver: FEE_RECEIVER },
    });
    const fees = inputs.map(([, amount]) => (amount * 30n) / 10_000n);
    expect(body?.feeAmount).toEqual(fees.map(String));
    const after = await held();
    expect(after.map((amount, i) => amount - (before[i] ?? 0n))).toEqual(fees);
  }, 60_000);

  test("behavior: tokens whose balances round, and what they are made of", async () => {
    const { defiTokens, tokens } = weir.service(1).snapshot();
    const usdc = tokenOf(weir, "USDC");
    const [aToken] = [...defiTokens].flatMap(([address, { protocol, token }]) =>
      protocol.family === "aave-v3" && token.underlyingTokens.includes(usdc) && tokens.has(address)
        ? [address]
        : [],
    );
    if (aToken === undefined) throw new Error("the devnet has no aToken of USDC");
    const payer = strategy === "delegate" ? safe.address : OWNER;
    const bought = await ask(weir, "route", {
      ...{ fromAddress: OWNER, receiver: payer, tokenIn: NATIVE, tokenOut: aToken },
      amountIn: `${10n ** 18n}`,
    });
    await send("router", bodyOf(bought));
    const amounts = [BigInt(bought.body.amountOut) - 1_000n, 10n ** 9n, 10n ** 17n];
    const query = {
      ...{ fromAddress: payer, receiver: RECEIVER, routingStrategy: strategy },
      ...{ tokenIn: [aToken, usdc, NATIVE].join(), amountIn: amounts.join() },
      tokenOut: tokenOf(weir, "DAI"),
    };
    // What is supplied for one input is not what another one needs.
    const unfunded = await ask(weir, "route", { ...query, fromAddress: FEE_RECEIVER });
    expect(unfunded.status, JSON.stringify(unfunded.body)).toBe(200);
    const body = bodyOf(await ask(weir, "route", query));
    await fund(strategy, [
      [usdc, amounts[1] ?? 0n],
      [NATIVE, amounts[2] ?? 0n],
    ]);
    if (strategy !== "delegate") {
      const spender = strategy === "router" ? ROUTER_ADDRESS : coreWalletOf(OWNER);
      await approveExactly(node, {
        owner: OWNER,
        token: aToken,
        spender,
        amount: amounts[0] ?? 0n,
      });
    }
    const receiver = { token: query.tokenOut, owner: RECEIVER };
    const gained = await gainOf(node, receiver, () => send(strategy, body));
    expect(gained).toBeGreaterThanOrEqual(BigInt(body.minAmountOut));
  }, 60_000);
});

describe("positions", () => {
  test("default: several tokens into one that issues none", async () => {
    const { positions } = weir.service(1).snapshot();
    const tokens = [tokenOf(weir, "DAI"), tokenOf(weir, "LINK"), NATIVE];
    const amounts = [10n ** 20n, 10n ** 19n, 10n ** 17n];
    for (const [strategy, credits] of [
      ["router", "anyone"],
      ["delegate", "caller"],
      ["corewallet", "caller"],
    ] as const) {
      const position = [...positions.values()].find(
        ({ position }) => position.credits === credits && !position.delegateOnly,
      )?.position;
      if (position === undefined) throw new Error(`no position credits ${credits}`);
      const from = strategy === "delegate" ? safe.address : OWNER;
      const body = bodyOf(
        await ask(weir, "route/nontokenized", {
          ...{ fromAddress: from, receiver: from, routingStrategy: strategy },
          ...{ tokenIn: tokens.join(), amountIn: amounts.join() },
          positionOut: positionName(position),
        }),
      );
      await fund(
        strategy,
        tokens.map((token, i): Input => [token, amounts[i] ?? 0n]),
      );
      await send(strategy, body);
    }
  }, 60_000);
});
