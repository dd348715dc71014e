import { type Abi, type Address, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GAUGE_CONTROLLER, pendleAbi } from "../../../devnet/protocols/pendle.ts";
import { lower } from "../../../src/lib/address.ts";
import type { BurnOperation } from "../../../src/protocols/liquidity.ts";
import type { CallArgument, Operation } from "../../../src/protocols/operation.ts";
import { accountActions } from "../../../src/protocols/pendle/harvesting.ts";
import { pendle } from "../../../src/protocols/pendle/index.ts";
import { liquidity } from "../../../src/protocols/pendle/liquidity.ts";
import { ONE } from "../../../src/protocols/pendle/market-math.ts";
import {
  indexOf,
  type PendleMarket,
  type PendlePool,
} from "../../../src/protocols/pendle/state.ts";
import type { AccountAction } from "../../../src/protocols/position.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { PENDLE_CHAIN, SY_USDC } from "./shake.ts";

/** Longer than the first market of the chain lasts. */
const SECONDS = 864_000n;
const GAS = 3_000_000n;

let chain: ProtocolChain;
beforeAll(async () => {
  chain = await startProtocolChain(PENDLE_CHAIN);
}, 240_000);
afterAll(() => chain?.stop());

async function markets(): Promise<readonly PendleMarket[]> {
  const states = await read(chain.client, 1);
  return states.filter((state): state is PendleMarket => state.kind === "market");
}

async function marketAt(id: string): Promise<PendleMarket> {
  const found = (await markets()).find((state) => state.id === id);
  if (found === undefined) throw new Error(`${id} is no market.`);
  return found;
}

/** The block that the next transactions are in. */
async function nextBlock(): Promise<BlockContext> {
  const { number, timestamp } = await chain.node.getBlock();
  return {
    number: number + 1n,
    timestamp: timestamp + BigInt(chain.builder.spec.blockTimeSeconds),
  };
}

function held(token: Address): Promise<bigint> {
  return chain.client.readContract({
    ...{ abi: erc20Abi, address: token, functionName: "balanceOf" },
    args: [chain.builder.operator],
  });
}

function queue(to: Address, abi: Abi, functionName: string, args: readonly unknown[]): void {
  const data = encodeFunctionData({ abi, functionName, args });
  chain.builder.queue({ to, data, gas: GAS, label: `${functionName} of ${to}` });
}

/** Sends what an operation does, for the operator. */
async function execute(
  operation: Operation | BurnOperation,
  amounts: readonly bigint[],
  tokens: readonly Address[],
): Promise<void> {
  const argumentOf = (argument: CallArgument): unknown => {
    switch (argument.kind) {
      case "literal":
        return argument.value;
      case "amountIn":
        return amounts[0];
      case "amount":
        return amounts[argument.of];
      case "recipient":
      case "caller":
        return chain.builder.operator;
      default:
        throw new Error(`${argument.kind} is no argument of Pendle's.`);
    }
  };
  const approve = (spender: Address, of: number) =>
    queue(tokens[of] ?? "0x", erc20Abi, "approve", [spender, amounts[of]]);
  const stages = operation.kind === "sequence" ? operation.stages : [operation];
  for (const stage of stages) {
    if (stage.kind === "send") {
      queue(stage.token, erc20Abi, "transfer", [stage.to, amounts[stage.of]]);
      continue;
    }
    if (stage.kind !== "call" || stage.function === null) throw new Error(stage.kind);
    const { target } = stage;
    if ("approve" in stage && stage.approve) approve(target, 0);
    if ("approvals" in stage) for (const { of } of stage.approvals) approve(target, of);
    queue(target, [stage.function], stage.function.name, stage.args.map(argumentOf));
  }
  await chain.builder.flush();
}

function expectSame(found: PendleMarket, next: PendlePool): void {
  expect({ ...found, rate: 0n }).toEqual({ ...next, rate: 0n });
}

/** Executes an edge with a part of what the operator has, at most what is taken. */
async function trade(id: string, edge: Edge, part: bigint): Promise<void> {
  const [state, at, has] = [await marketAt(id), await nextBlock(), await held(edge.tokenIn)];
  const most = pendle.maxIn(state, edge, at);
  const amountIn = (has < most ? has : most) / part;
  const quoted = pendle.quote(state, edge, amountIn, at);
  const label = `${edge.action} of ${amountIn} ${edge.tokenIn} of ${id}`;
  if (!quoted.ok) throw new Error(`${label}: ${quoted.reason}`);
  const before = await held(edge.tokenOut);
  const operation = pendle.actions[edge.action]?.(state, edge, amountIn, quoted.amountOut);
  if (operation === undefined) throw new Error(label);
  await execute(operation, [amountIn], [edge.tokenIn]);
  expect((await held(edge.tokenOut)) - before, label).toBe(quoted.amountOut);
  expectSame(await marketAt(id), quoted.next);
}

describe("accountActions", () => {
  test("default: claim PENDLE of liquidity and the interest of YT, less Pendle's part", async () => {
    const found = (await markets()).find(({ sy }) => sy === lower(SY_USDC));
    if (found === undefined) throw new Error("The chain has a market of it.");
    const { id, sy, yt, rewardTokens } = found;
    const PENDLE = await chain.client.readContract({
      ...{ abi: parseAbi(["function pendle() view returns (address)"]), functionName: "pendle" },
      address: GAUGE_CONTROLLER,
    });
    const [ofLiquidity, ofYt] = accountActions(found);
    if (ofLiquidity === undefined || ofYt === undefined) throw new Error("Both earn.");
    expect(ofLiquidity).toMatchObject({ tokenIn: id, tokensOut: [lower(PENDLE)] });
    expect(ofYt).toMatchObject({ tokenIn: yt, tokensOut: [sy] });
    expect(rewardTokens).toEqual(ofLiquidity.tokensOut);
    const claims = async (action: AccountAction, token: Address) => {
      const before = await held(token);
      await execute(action.operation, [], []);
      return (await held(token)) - before;
    };
    // What was earned until now: both begin at once.
    await claims(ofYt, sy);
    const before = indexOf(await marketAt(id));
    queue(SY_USDC, pendleAbi, "setRate", [(before * 103n) / 100n]);
    await chain.builder.flush();
    const interest = await claims(ofYt, sy);
    const { rate } = await marketAt(id);
    const earned = ((await held(yt)) * ONE * (rate - before)) / (rate * before);
    expect(interest).toBe(earned - (earned * 3n) / 100n);
    expect(await claims(ofLiquidity, PENDLE)).toBeGreaterThan(0n);
  }, 60_000);
});

describe("the state after a quote", () => {
  test("default: is the one that the contracts are in, by every edge", async () => {
    for (const { id, ...state } of await markets()) {
      for (const part of [3n, 41n, 9_973n]) {
        for (const edge of pendle.edges({ id, ...state })) await trade(id, edge, part);
      }
    }
  }, 120_000);

  test("behavior: also with both tokens at once", async () => {
    for (const { id, address, sy, pt } of await markets()) {
      for (const part of [7n, 1_013n]) {
        const [full, had] = [await marketAt(id), await held(address)];
        const burned = liquidity.burn(full, had / part, await nextBlock());
        if (!burned.ok) throw new Error(burned.reason);
        await execute(liquidity.burnOperation(full), [had / part], [address]);
        expectSame(await marketAt(id), burned.next);
        const amounts = [(await held(sy)) / part, (await held(pt)) / part];
        const [state, at] = [await marketAt(id), await nextBlock()];
        const minted = liquidity.mint(state, amounts, at);
        if (!minted.ok) throw new Error(minted.reason);
        await execute(liquidity.mintOperation(state, amounts), amounts, [sy, pt]);
        expect((await held(address)) - (had - had / part)).toBe(minted.amountOut);
        expectSame(await marketAt(id), minted.next);
      }
    }
  }, 120_000);

  test("behavior: also after the expiry", async () => {
    const { timestamp } = await chain.node.getBlock();
    await chain.node.setNextBlockTimestamp({ timestamp: timestamp + SECONDS });
    await chain.node.mine({ blocks: 1 });
    const over = (await markets()).filter(({ isExpired }) => isExpired);
    expect(over).toHaveLength(1);
    for (const { id, ...state } of over) {
      for (const edge of pendle.edges({ id, ...state })) await trade(id, edge, 5n);
    }
  }, 60_000);
});
