import { type Abi, type Address, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deployAt } from "../../../devnet/deploy-at.ts";
import { balancerV3 } from "../../../devnet/protocols/balancer-v3.ts";
import {
  BUFFER_ROUTERS,
  balancerV3Buffers,
  buffersAbi,
} from "../../../devnet/protocols/balancer-v3-buffers.ts";
import { erc4626 } from "../../../devnet/protocols/erc4626.ts";
import { YEARN_3_0_4 } from "../../../devnet/protocols/erc4626-factories.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { balancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/index.ts";
import {
  type BalancerV3Buffer,
  edges,
  maxIn,
  quote,
  spotPrice,
} from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import { idOf } from "../../../src/protocols/balancer-v3-buffer/transitions.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { compileNamedVaults } from "../../harness/named-vaults.ts";
import { ownerAbi } from "../erc4626/shake.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { endow, trade } from "./shake.ts";

/** What a route's transaction uses besides its hop, as measured for Balancer V3's swaps. */
const TRANSACTION_GAS = 46_000n;
/** A trade of the operator's is two transactions, in a block each. */
const BLOCKS = 2n;
const E6 = 10n ** 6n;
const enterAbi = parseAbi(["function enter(address vault)"]);
const vaultAbi = parseAbi(["function totalSupply() view returns (uint256)"]);

let chain: ProtocolChain;

beforeAll(async () => {
  const protocols = [erc4626, balancerV3, balancerV3Buffers];
  chain = await startProtocolChain({ chainId: 1, protocols });
  await endow(chain, await read(chain.client, 1));
}, 600_000);
afterAll(() => chain?.stop());

/** The block that a trade of the operator's executes in. */
async function executing() {
  const { number, timestamp } = await chain.client.getBlock();
  return { number: number + BLOCKS, timestamp: timestamp + BLOCKS * 12n };
}

async function buffer(id: string): Promise<BalancerV3Buffer> {
  const found = (await read(chain.client, 1)).find((state) => state.id === id);
  if (found === undefined) throw new Error(`There is no buffer ${id}.`);
  return found;
}

/** What the operator has of what a trade pays for, and what the wrapped token has issued. */
async function counts({ wrapped }: BalancerV3Buffer, { tokenOut }: Edge) {
  const { operator } = chain.builder;
  const held = await chain.client.readContract({
    ...{ abi: erc20Abi, address: tokenOut, functionName: "balanceOf", args: [operator] },
  });
  const of = { abi: vaultAbi, address: wrapped, functionName: "totalSupply" } as const;
  return { held, issued: await chain.client.readContract(of) };
}

async function send(to: `0x${string}`, data: `0x${string}`): Promise<void> {
  chain.builder.queue({ to, data, gas: 2_000_000n, label: `limits ${data.slice(0, 10)}` });
  await chain.builder.flush();
}

describe("GAS", () => {
  test("default: near what transactions with one hop use", async () => {
    const states = await read(chain.client, 1);
    const measured = await hopGas(balancerV3Buffer, chain, {
      states,
      amountOf({ state, tokenIn }) {
        const { asset, assetBalance, wrappedBalance } = state as BalancerV3Buffer;
        return (tokenIn === asset ? assetBalance : wrappedBalance) / 1_000n;
      },
    });
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - TRANSACTION_GAS);
      const label = `${edge.tokenIn} to ${edge.tokenOut} uses ${hop}, ${quoted} quoted`;
      expect(Math.abs(hop - Number(quoted)) / hop, label).toBeLessThan(0.1);
    }
    expect(measured).toHaveLength(6);
  });
});

const OF_ALL = [0, 1, 2].flatMap((place) => [0, 1].map((way) => ({ place, way })));

describe.each(OF_ALL)("maxIn of edge $way of buffer $place", ({ place, way }) => {
  async function chosen() {
    const state = (await read(chain.client, 1))[place];
    const edge = state && edges(state)[way];
    if (state === undefined || edge === undefined) throw new Error("There are three buffers.");
    const at = await executing();
    return { state, edge, at, most: maxIn(state, edge, at) };
  }

  test("default: is paid for out of the buffer alone", async () => {
    const { state, edge, at, most } = await chosen();
    const before = await counts(state, edge);
    const quoted = quote(state, edge, most, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    expect(await trade(chain, state, { ...edge, amountIn: most })).toBe(true);
    const after = await counts(state, edge);
    expect(after).toEqual({ ...before, held: before.held + quoted.amountOut });
    const { assetBalance, wrappedBalance } = await buffer(state.id);
    const { next } = quoted;
    expect({ assetBalance, wrappedBalance }).toEqual({
      assetBalance: next.assetBalance,
      wrappedBalance: next.wrappedBalance,
    });
  });

  test("behavior: for more the vault wraps or unwraps at the wrapped token, at the same price", async () => {
    const { state, edge, at, most } = await chosen();
    const isWrap = edge.tokenIn === state.asset;
    const amountIn = most + (isWrap ? state.assetBalance : state.wrappedBalance) / 7n;
    expect(quote(state, edge, amountIn, at)).toEqual({
      ok: false,
      reason: "insufficient-liquidity",
    });
    const before = await counts(state, edge);
    const { numerator, denominator } = spotPrice(state, edge, at);
    expect(await trade(chain, state, { ...edge, amountIn })).toBe(true);
    const after = await counts(state, edge);
    const paid = ((amountIn - 1n) * numerator) / denominator - 1n;
    expect(after.held - before.held).toBe(paid);
    expect(after.issued).not.toBe(before.issued);
  });

  test("behavior: one unit more is beyond it", async () => {
    const { state, edge, at, most } = await chosen();
    const before = await counts(state, edge);
    expect(await trade(chain, state, { ...edge, amountIn: most + 1n })).toBe(true);
    expect(quote(state, edge, most + 1n, at).ok).toBe(false);
    expect((await counts(state, edge)).issued).not.toBe(before.issued);
  });
});

describe("quote", () => {
  test("behavior: an ERC-4626 vault that is paused is traded out of its buffer", async () => {
    const [state] = await read(chain.client, 1);
    if (state === undefined) throw new Error("There are three buffers.");
    await send(state.wrapped, encodeFunctionData({ abi: ownerAbi, functionName: "pause" }));
    const paused = await buffer(state.id);
    expect(paused.wrapper).toMatchObject({ depositPaused: true, redeemPaused: true });
    for (const edge of edges(paused)) {
      const at = await executing();
      const before = await counts(paused, edge);
      const now = await buffer(state.id);
      const amountIn = maxIn(now, edge, at);
      const quoted = quote(now, edge, amountIn, at);
      if (!quoted.ok) throw new Error(quoted.reason);
      expect(await trade(chain, now, { ...edge, amountIn })).toBe(true);
      expect((await counts(paused, edge)).held - before.held).toBe(quoted.amountOut);
    }
    // Nothing is left on the one side, and the vault itself takes nothing.
    const [, unwrap] = edges(paused);
    const drained = await buffer(state.id);
    if (unwrap === undefined) throw new Error("There are two edges.");
    const amountIn = 2n * maxIn(drained, unwrap, await executing()) + 10n ** 20n;
    expect(await trade(chain, drained, { ...unwrap, amountIn })).toBe(false);
  });

  test("error: paused with all buffers, which no pause of the vault does", async () => {
    const { vault } = (await read(chain.client, 1))[0] ?? { vault: YEARN_3_0_4 };
    const pauseAll = parseAbi(["function pauseVault()", "function unpauseVault()"]);
    await send(vault, encodeFunctionData({ abi: pauseAll, functionName: "pauseVault" }));
    const [open] = await read(chain.client, 1);
    const [edge] = open ? edges(open) : [];
    if (open === undefined || edge === undefined) throw new Error("There are three buffers.");
    const trading = { ...edge, amountIn: 1_000n * E6 };
    expect(quote(open, edge, trading.amountIn, await executing()).ok).toBe(true);
    expect(await trade(chain, open, trading)).toBe(true);
    await send(vault, encodeFunctionData({ abi: buffersAbi, functionName: "pauseVaultBuffers" }));
    const [closed] = await read(chain.client, 1);
    if (closed === undefined) throw new Error("There are three buffers.");
    const refused = quote(closed, edge, trading.amountIn, await executing());
    expect(refused).toEqual({ ok: false, reason: "paused" });
    expect(await trade(chain, closed, trading)).toBe(false);
    await send(vault, encodeFunctionData({ abi: buffersAbi, functionName: "unpauseVaultBuffers" }));
    await send(vault, encodeFunctionData({ abi: pauseAll, functionName: "unpauseVault" }));
  });
});

describe("edges", () => {
  test("behavior: none of a vault that lies, nor of one that nobody lists", async () => {
    const [{ asset, vault } = { asset: null, vault: null }] = await read(chain.client, 1);
    if (asset === null) throw new Error("There are three buffers.");
    const compiled = await compileNamedVaults();
    for (const [contract, address, isHonest] of [
      ["LyingVault", "0x00000000000000000000000000000000000001e5", false],
      ["ClassicVault", "0x0000000000000000000000000000000000000c1a", true],
    ] as const) {
      const wrapped: Address = address;
      const artifact = pickArtifact(compiled, contract);
      await deployAt(chain.builder, [{ address, artifact, args: [asset] }]);
      await endow(chain, [{ asset, wrapped }]);
      for (const [to, functionName, args] of [
        [asset, "approve", [wrapped, 0n]],
        [asset, "approve", [wrapped, 1_000_000n * E6]],
        [wrapped, "deposit", [1_000_000n * E6, chain.builder.operator]],
      ] as const) {
        await send(to, encodeFunctionData({ abi: ownerAbi as Abi, functionName, args }));
      }
      const made = [wrapped, 500_000n * E6, 400_000n * E6, 0n] as const;
      await send(
        BUFFER_ROUTERS.bufferRouter,
        encodeFunctionData({ abi: buffersAbi, functionName: "initializeBuffer", args: made }),
      );
      const unlisted = await buffer(idOf(wrapped));
      expect(unlisted).toMatchObject({ assetBalance: 500_000n * E6, wrapper: null });
      expect(edges(unlisted)).toEqual([]);
      const entered = { abi: enterAbi, functionName: "enter", args: [wrapped] } as const;
      await send(YEARN_3_0_4, encodeFunctionData(entered));
      const listed = await buffer(idOf(wrapped));
      expect(edges(listed)).toHaveLength(isHonest ? 2 : 0);
      // The vault of the buffers believes it.
      const unwrap = { action: "swap", tokenIn: wrapped, tokenOut: asset } as const;
      const before = await counts(listed, unwrap);
      const amountIn = 100_000n * E6;
      expect(await trade(chain, { ...listed, vault }, { ...unwrap, amountIn })).toBe(true);
      const paid = (await counts(listed, unwrap)).held - before.held;
      expect(paid).toBe(isHonest ? amountIn - 2n : 2n * (amountIn - 1n) - 1n);
    }
  });
});
