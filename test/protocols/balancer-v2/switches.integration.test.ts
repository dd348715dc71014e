import { encodeFunctionData, type Hex, hexToBigInt } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { balancerV2 as contracts } from "../../../devnet/protocols/balancer-v2.ts";
import { encodeCallTemplate } from "../../../src/api/program/call-data.ts";
import { balancerV2 } from "../../../src/protocols/balancer-v2/index.ts";
import { type BalancerV2Pool, isGyro } from "../../../src/protocols/balancer-v2/state.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { setPaused, setVaultPaused } from "./govern.ts";
import { read } from "./read.ts";
import { endow } from "./shake.ts";
import { switched } from "./shake-bootstrapping.ts";

const TRANSACTION_GAS = 21_000n;
const CALLDATA_GAS = 16n;
const ALLOWANCE_GAS = 30_000n;
const CALL_GAS = 200_000n;

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [contracts] });
  await endow(chain, await read(chain.client, 1));
}, 240_000);
afterAll(() => chain?.stop());

/** Lets all liquidity bootstrapping pools swap. */
async function startSwaps(): Promise<void> {
  for (const state of await read(chain.client, 1)) {
    if (state.kind !== "bootstrapping" || state.swapEnabled) continue;
    chain.builder.queue({ ...switched(state, true), gas: CALL_GAS, label: "start of swaps" });
  }
  await chain.builder.flush();
}

/** The call of an edge by the operator, as the program makes it. */
function callOf(state: BalancerV2Pool, edge: Edge, amountIn: bigint): Hex {
  const { operator } = chain.builder;
  const operation = balancerV2.actions[edge.action]?.(state, edge, amountIn);
  if (operation?.kind !== "call") throw new Error(`${edge.action} is no call`);
  const accounts = { recipient: operator, caller: operator };
  const { data, amountOffsets } = encodeCallTemplate(operation, accounts);
  const word = amountIn.toString(16).padStart(64, "0");
  return amountOffsets.reduce<Hex>(
    (filled, at) => `0x${filled.slice(2, 2 + at * 2)}${word}${filled.slice(2 + at * 2 + 64)}`,
    data,
  );
}

async function works(state: BalancerV2Pool, edge: Edge, amountIn: bigint): Promise<boolean> {
  const data = callOf(state, edge, amountIn);
  return chain.client.call({ account: chain.builder.operator, to: state.vault, data }).then(
    () => true,
    () => false,
  );
}

async function nextBlock() {
  const { number, timestamp } = await chain.client.getBlock();
  return { number: number + 1n, timestamp: timestamp + 12n };
}

describe("quote", () => {
  test("default: refuses exactly what a paused pool, and a paused vault, refuse", async () => {
    const [first] = await read(chain.client, 1);
    if (first === undefined) throw new Error("There is no pool.");
    for (const part of ["none", "pool", "vault"] as const) {
      if (part === "pool") await setPaused(chain, first, "pause");
      if (part === "vault") await setVaultPaused(chain, true);
      const at = await nextBlock();
      for (const state of await read(chain.client, 1)) {
        for (const edge of balancerV2.edges(state)) {
          const amountIn = someOf(state, edge);
          const quoted = balancerV2.quote(state, edge, amountIn, at);
          expect(quoted.ok, `${part} ${edge.action}`).toBe(await works(state, edge, amountIn));
          if (!quoted.ok) {
            expect(quoted.reason).toBe("paused");
            expect(balancerV2.maxIn(state, edge, at)).toBe(0n);
          }
        }
      }
      if (part === "pool") {
        const [paused] = await read(chain.client, 1);
        if (paused !== undefined) await setPaused(chain, paused, "unpause");
      }
      if (part === "vault") await setVaultPaused(chain, false);
    }
  });

  test("behavior: swaps that an owner switched off are refused, exits are not", async () => {
    const isOff = (state: BalancerV2Pool) => state.kind === "bootstrapping" && !state.swapEnabled;
    const off = (await read(chain.client, 1)).filter(isOff);
    expect(off).toHaveLength(1);
    for (const state of off) {
      for (const edge of balancerV2.edges(state)) {
        const refuses = edge.action === "swap";
        const quoted = balancerV2.quote(state, edge, someOf(state, edge), await nextBlock());
        expect(quoted.ok).toBe(!refuses);
        expect(await works(state, edge, someOf(state, edge))).toBe(!refuses);
      }
    }
    await startSwaps();
    expect((await read(chain.client, 1)).filter(isOff)).toEqual([]);
  });

  test("behavior: the contract takes maxIn of a weighted pool's swap and redemption, and not more", async () => {
    for (const state of await read(chain.client, 1)) {
      if (state.kind !== "weighted" && state.kind !== "bootstrapping") continue;
      for (const edge of balancerV2.edges(state)) {
        if (edge.action === "deposit") continue;
        const most = balancerV2.maxIn(state, edge, await nextBlock());
        expect(await works(state, edge, most)).toBe(true);
        expect(await works(state, edge, most + 1n)).toBe(false);
      }
    }
  });

  test("behavior: the gas of a hop is near what the vault uses", async () => {
    const at = await nextBlock();
    for (const state of await read(chain.client, 1)) {
      // The devnet's own contracts use a fifth more than those that are deployed.
      if (isGyro(state)) continue;
      for (const edge of balancerV2.edges(state)) {
        const amountIn = someOf(state, edge);
        const quoted = balancerV2.quote(state, edge, amountIn, at);
        if (!quoted.ok) throw new Error(quoted.reason);
        const data = callOf(state, edge, amountIn);
        const gas = await chain.client.estimateGas({
          account: chain.builder.operator,
          ...{ to: state.vault, data },
        });
        const used = gas - TRANSACTION_GAS - CALLDATA_GAS * BigInt(data.length / 2);
        const allowance = edge.action === "redeem" ? 0n : ALLOWANCE_GAS;
        const ratio = Number(quoted.gas) / Number(used + allowance);
        expect(ratio, `${state.kind} ${edge.action} uses ${used}`).toBeGreaterThan(0.9);
        expect(ratio, `${state.kind} ${edge.action} uses ${used}`).toBeLessThan(1.1);
      }
    }
  });

  test("behavior: a swap's call is the vault's own", async () => {
    const [state] = await read(chain.client, 1);
    if (state === undefined) throw new Error("There is no pool.");
    const [edge] = balancerV2.edges(state);
    if (edge === undefined) throw new Error("There is no edge.");
    const { operator } = chain.builder;
    const single = {
      ...{ poolId: state.id, kind: 0, assetIn: edge.tokenIn, assetOut: edge.tokenOut },
      ...{ amount: 10n ** 18n, userData: "0x" as const },
    };
    const funds = {
      ...{ sender: operator, fromInternalBalance: false },
      ...{ recipient: operator, toInternalBalance: false },
    };
    expect(callOf(state, edge, 10n ** 18n)).toBe(
      encodeFunctionData({
        abi: BalancerV2Vault,
        functionName: "swap",
        args: [single, funds, 0n, 2n ** 256n - 1n],
      }),
    );
    const { data } = await chain.client.call({
      ...{ account: operator, to: state.vault, data: callOf(state, edge, 10n ** 18n) },
    });
    const quoted = balancerV2.quote(state, edge, 10n ** 18n, await nextBlock());
    expect(quoted.ok && quoted.amountOut).toBe(hexToBigInt(data ?? "0x0"));
  });
});

/** A thousandth of what the pool has of the input. */
function someOf({ tokens, balances, supply }: BalancerV2Pool, { tokenIn }: Edge): bigint {
  return (balances[tokens.indexOf(tokenIn)] ?? supply) / 1_000n;
}
