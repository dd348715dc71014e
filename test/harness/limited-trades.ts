import type { Address } from "viem";
import { expect } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
import { mined, sendAnswer } from "./execution.ts";
import type { RunningService } from "./service.ts";
import { type Answer, approveExactly, ask, balanceOf, bodyOf, deal, shown } from "./trading.ts";

/** What is given for what, and by which protocols alone. */
export interface Trade {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly onlyProtocols?: string;
}

/** Of all suites of a process, which may share a chain. */
let receivers = 0;

/**
 * Trades of one account on chain 1 that meet limits. Every trade has a receiver of its own: nothing
 * else changes its balance.
 */
export function createLimitedTrades({
  weir,
  owner,
}: {
  readonly weir: RunningService;
  readonly owner: Address;
}) {
  const node = weir.node(1);

  const freshAccount = (): Address =>
    `0x${(++receivers).toString(16).padStart(8, "0")}${"0b".repeat(16)}`;

  function asks(path: "route" | "quote", { amountIn, ...trade }: Trade, receiver: Address) {
    const amounts = { amountIn: `${amountIn}` };
    return ask(weir, path, { fromAddress: owner, receiver, ...trade, ...amounts });
  }

  async function send(trade: Trade, receiver: Address): Promise<Answer> {
    const { tokenIn, amountIn } = trade;
    if (tokenIn !== NATIVE && (await balanceOf(node, tokenIn, owner)) < amountIn) {
      await deal(node, { owner, token: tokenIn, amount: amountIn });
    }
    const answer = await asks("route", trade, receiver);
    const body = bodyOf(answer);
    if (tokenIn !== NATIVE) {
      const spender = body.tx.to;
      await approveExactly(node, { owner, token: tokenIn, spender, amount: amountIn });
    }
    await mined(weir, await sendAnswer(node, body), { label: shown(answer) });
    return answer;
  }

  /** Executes a route: what arrives is what was answered. */
  async function executes(trade: Trade): Promise<Answer> {
    const receiver = freshAccount();
    const answer = await send(trade, receiver);
    const gained = await balanceOf(node, trade.tokenOut, receiver);
    expect(gained, shown(answer)).toBe(BigInt(answer.body.amountOut));
    return answer;
  }

  /**
   * Asks for a route and a quote that have to be refused; the largest amount that the answers say
   * would work.
   */
  async function refuses(code: string, trade: Trade): Promise<bigint> {
    const receiver = freshAccount();
    const answer = await asks("route", trade, receiver);
    expect([answer.status, answer.body.code], shown(answer)).toEqual([422, code]);
    const quote = await asks("quote", trade, receiver);
    expect([quote.status, quote.body.code]).toEqual([422, code]);
    expect(quote.body.data).toEqual(answer.body.data);
    return BigInt(String(answer.body.data?.maxAmountIn));
  }

  /** Asks for too much: the maximum of the answer executes, and one unit more is refused too. */
  async function limits(code: string, trade: Trade): Promise<bigint> {
    const most = await refuses(code, trade);
    expect(most).toBeGreaterThan(0n);
    expect(most).toBeLessThan(trade.amountIn);
    expect(await refuses(code, { ...trade, amountIn: most + 1n })).toBe(most);
    await executes({ ...trade, amountIn: most });
    return most;
  }

  /** Gives the account shares that nobody can be dealt, by a deposit of so much. */
  async function acquire(tokenOut: Address, tokenIn: Address, amountIn: bigint): Promise<void> {
    await weir.mine(1);
    await send({ tokenIn, tokenOut, amountIn }, owner);
  }

  return { executes, refuses, limits, acquire };
}
