import type { Address, Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  coreWalletOf,
  DELEGATE_EXECUTOR_ADDRESS,
} from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { createAccount7702 } from "../harness/account-7702.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import { createSafe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  bodyOf,
  deal,
  dealApproved,
  type TradeBody,
  tokenOf,
} from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const TRADES = sized({ always: 8, nightly: 40 });
const SEED = campaignSeed(7);

let weir: RunningService;
let node: DevnetClient;
let symbols: readonly Address[];

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  symbols = [
    NATIVE,
    ...["WETH", "USDC", "USDT", "DAI", "WBTC", "LINK"].map((s) => tokenOf(weir, s)),
  ];
  await node.setBalance({ address: OWNER, value: 10n ** 24n });
}, 300_000);

/**
 * Random trades among the well-known tokens: each is asked, executed by `execute`, and must pay
 * what it said.
 */
async function tradeRandomly(on: {
  readonly seed: number;
  readonly strategy: "delegate" | "corewallet";
  readonly from: Address;
  readonly prepare: (token: Address, amount: bigint) => Promise<void>;
  readonly execute: (body: TradeBody) => Promise<Hex>;
}): Promise<ReadonlySet<string>> {
  const random = createRandom(on.seed);
  const pick = (): Address => symbols[Math.floor(random() * symbols.length)] ?? NATIVE;
  const protocols = new Set<string>();
  for (let done = 0; done < TRADES; ) {
    const [tokenIn, tokenOut] = [pick(), pick()];
    if (tokenIn === tokenOut) continue;
    const decimals = weir.service(1).snapshot().tokens.get(tokenIn)?.decimals ?? 18;
    const amountIn = BigInt(Math.floor(10 ** (random() * (decimals + 1)))) + 1_000n;
    const query = { fromAddress: on.from, tokenIn, tokenOut, amountIn: `${amountIn}` };
    const quote = await ask(weir, "quote", query);
    const { status, body } = await ask(weir, "route", {
      ...{ ...query, receiver: RECEIVER, routingStrategy: on.strategy },
    });
    if (body.code === "AMOUNT_TOO_SMALL") continue;
    expect(status, JSON.stringify({ query, body })).toBe(200);
    expect(body.amountOut).toBe(quote.body.amountOut);
    await on.prepare(tokenIn, amountIn);
    const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () =>
      mined(weir, await on.execute(body), { label: JSON.stringify({ query, body }) }),
    );
    expect(gained).toBe(BigInt(body.amountOut));
    for (const step of body.route) protocols.add(step.protocol);
    done += 1;
  }
  return protocols;
}

describe("delegate", () => {
  test(`default: a real Safe executes ${TRADES} trades to the wei, seed ${SEED}`, async () => {
    const safe = await createSafe(weir, OWNER);
    const protocols = await tradeRandomly({
      ...{ seed: SEED, strategy: "delegate", from: safe.address },
      prepare: (token, amount) => deal(node, { owner: safe.address, token, amount }),
      execute: (body) => {
        expect(body.tx.to).toBe(DELEGATE_EXECUTOR_ADDRESS);
        return safe.delegateCall(body.tx, BigInt(body.gas));
      },
    });
    expect([...protocols]).toEqual(expect.arrayContaining(["uniswap-v3", "weth"]));
  }, 300_000);

  test("behavior: fees of ERC-20 and native input, and another spender's tokens", async () => {
    const safe = await createSafe(weir, OWNER);
    const feeReceiver: Address = "0x00000000000000000000000000000000000fee01";
    const tokenOut = tokenOf(weir, "USDC");
    for (const [tokenIn, spender] of [
      [tokenOf(weir, "DAI"), safe.address],
      [tokenOf(weir, "LINK"), OWNER],
      [NATIVE, safe.address],
    ] as const) {
      const amountIn = 10n ** 19n;
      const trade = { tokenIn, tokenOut, amountIn: `${amountIn}`, fee: "100", feeReceiver };
      const body = bodyOf(
        await ask(weir, "route", {
          ...{ ...trade, fromAddress: safe.address, spender, receiver: RECEIVER },
          routingStrategy: "delegate",
        }),
      );
      await deal(node, { owner: spender, token: tokenIn, amount: amountIn });
      if (spender === OWNER) {
        const approval = { owner: OWNER, token: tokenIn, spender: safe.address, amount: amountIn };
        await approveExactly(node, approval);
      }
      const before = await Promise.all([
        balanceOf(node, tokenIn, feeReceiver),
        balanceOf(node, tokenOut, RECEIVER),
      ]);
      await mined(weir, await safe.delegateCall(body.tx, BigInt(body.gas)));
      expect((await balanceOf(node, tokenIn, feeReceiver)) - before[0]).toBe(amountIn / 100n);
      const gained = (await balanceOf(node, tokenOut, RECEIVER)) - before[1];
      expect(gained).toBe(BigInt(body.amountOut));
      expect(await balanceOf(node, tokenIn, safe.address)).toBe(0n);
    }
  }, 60_000);

  test("behavior: an EIP-7702 account executes the same calldata on itself", async () => {
    const account = await createAccount7702(weir);
    const from = account.address;
    expect(await node.getCode({ address: from })).toBe(`0xef0100${ACCOUNT_7702_ADDRESS.slice(2)}`);
    const tokenIn = tokenOf(weir, "USDC");
    const amountIn = 5_000n * 10n ** 6n;
    await deal(node, { owner: from, token: tokenIn, amount: amountIn });
    const query = { tokenIn, tokenOut: tokenOf(weir, "WBTC"), amountIn: `${amountIn}` };
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ ...query, fromAddress: from, receiver: RECEIVER, routingStrategy: "delegate" },
      }),
    );
    const gained = await gainOf(node, { token: query.tokenOut, owner: RECEIVER }, async () =>
      mined(weir, await account.callItself(body.tx.data, BigInt(body.gas))),
    );
    expect(gained).toBe(BigInt(body.amountOut));
  }, 60_000);
});

describe("corewallet", () => {
  test(`default: the factory deploys the wallet on first use, later the wallet is called; ${TRADES} trades, seed ${SEED}`, async () => {
    const wallet = coreWalletOf(OWNER);
    const targets: Address[] = [];
    await tradeRandomly({
      ...{ seed: SEED + 4, strategy: "corewallet", from: OWNER },
      prepare: async (token, amount) => {
        if (token === NATIVE) return;
        await deal(node, { owner: OWNER, token, amount });
        await approveExactly(node, { owner: OWNER, token, spender: wallet, amount });
      },
      execute: (body) => {
        targets.push(body.tx.to);
        return sendAnswer(node, body);
      },
    });
    expect(targets[0]).toBe(CORE_WALLET_FACTORY_ADDRESS);
    expect(new Set(targets.slice(1))).toEqual(new Set([wallet]));
  }, 300_000);

  test("behavior: the fee is paid and nothing stays in the wallet", async () => {
    const feeReceiver: Address = "0x00000000000000000000000000000000000fee00";
    const tokenIn = tokenOf(weir, "DAI");
    const amountIn = 10n ** 21n;
    const query = { tokenIn, tokenOut: tokenOf(weir, "USDC"), amountIn: `${amountIn}` };
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ ...query, fromAddress: OWNER, receiver: RECEIVER, routingStrategy: "corewallet" },
        ...{ fee: "25", feeReceiver },
      }),
    );
    const wallet = coreWalletOf(OWNER);
    await dealApproved(node, { owner: OWNER, token: tokenIn, spender: wallet, amount: amountIn });
    await mined(weir, await sendAnswer(node, body));
    expect(await balanceOf(node, tokenIn, feeReceiver)).toBe((amountIn * 25n) / 10_000n);
    expect(await balanceOf(node, tokenIn, wallet)).toBe(0n);
    expect(await balanceOf(node, query.tokenOut, wallet)).toBe(0n);
  }, 60_000);
});
