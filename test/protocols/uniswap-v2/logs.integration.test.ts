import { type Address, parseEventLogs, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiquidityShare } from "../../../abis/LiquidityShare.ts";
import { UniswapV2Pair } from "../../../abis/UniswapV2Pair.ts";
import { sushiswapV2 } from "../../../devnet/protocols/sushiswap-v2.ts";
import {
  UNISWAP_V2_FACTORY,
  uniswapV2 as uniswapV2Contracts,
} from "../../../devnet/protocols/uniswap-v2.ts";
import { lower } from "../../../src/lib/address.ts";
import { contractsOf } from "../../../src/protocols/uniswap-v2/deployment.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import {
  burned,
  changesShares,
  created,
  minted,
  type PairChange,
  sharesChanged,
  synced,
} from "../../../src/protocols/uniswap-v2/transitions.ts";
import { createRandom } from "../chain.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { pairs, queueBurn, queueGift, queueMint, queueSwap, queueSwitch, shake } from "./market.ts";
import { read } from "./read.ts";

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({
    chainId: 1,
    protocols: [uniswapV2Contracts, sushiswapV2, pairs],
  });
}, 120_000);
afterAll(() => chain?.stop());

const ONE = 10n ** 18n;

/** Rows and switches as the handlers make them of all logs up to the newest block. */
async function indexed() {
  const states = await read(chain.client, 1);
  const slugs = new Map(states.map(({ address, slug }) => [address, slug]));
  const rows = new Map<Address, PairChange>(states.map(({ address }) => [address, created(0)]));
  const switches = new Map<string, boolean>();
  const logs = await chain.client.getLogs({ address: [...slugs.keys()], fromBlock: 0n });
  for (const log of parseEventLogs({ abi: [...LiquidityShare, ...UniswapV2Pair], logs })) {
    const address = lower(log.address);
    const [row, slug] = [rows.get(address), slugs.get(address)];
    if (row === undefined || slug === undefined) throw new Error(`${address} is no pair.`);
    const block = Number(log.blockNumber);
    const { share } = contractsOf(1, slug);
    const at = { block, timestamp: block, protocolFee: share?.protocolFee ?? null };
    if (log.eventName === "Swap") continue;
    if (log.eventName === "Transfer") {
      const { from, to, value } = log.args;
      if (from === zeroAddress) rows.set(address, { ...row, ...minted(row, value, block) });
      if (to === zeroAddress && lower(from) === address) {
        rows.set(address, { ...row, ...burned(row, value, block) });
      }
    } else if (!changesShares(row)) {
      rows.set(address, { ...row, ...synced(row, log.args, at) });
    } else {
      const wasFeeOn = switches.get(slug) ?? share?.feeOnAtStart ?? false;
      const { change, isFeeOn } = sharesChanged(row, log.args, { ...at, wasFeeOn });
      rows.set(address, { ...row, ...change });
      switches.set(slug, isFeeOn);
    }
  }
  const isFeeOn = (slug: string) =>
    switches.get(slug) ?? contractsOf(1, slug).share?.feeOnAtStart ?? false;
  return { states, rows, isFeeOn };
}

/** Expects rows and switches to say what the contracts answer. */
async function expectExact(): Promise<void> {
  const { states, rows, isFeeOn } = await indexed();
  for (const { address, slug, reserve0, reserve1, liquidity } of states) {
    const { totalSupply, kLast } = liquidity ?? {};
    expect(rows.get(address), address).toMatchObject({ reserve0, reserve1, totalSupply, kLast });
    expect(rows.get(address)).toMatchObject({ minted: 0n, mints: 0, burned: 0n });
    expect(isFeeOn(slug), slug).toBe(liquidity?.protocolFee !== null);
  }
}

async function pairAt(n: number): Promise<UniswapV2Pool> {
  const pair = (await read(chain.client, 1))[n];
  if (pair === undefined) throw new Error(`There is no pair ${n}.`);
  return pair;
}

/** A trade, then a mint, of a pair, each in a block of its own. */
async function tradeAndMint(n: number): Promise<void> {
  const before = await pairAt(n);
  queueSwap(chain, before, { zeroForOne: true, amountIn: before.reserve0 / 3n });
  await chain.builder.flush();
  const after = await pairAt(n);
  queueMint(chain, after, [after.reserve0 / 10n, after.reserve1 / 10n]);
  await chain.builder.flush();
}

describe("transitions", () => {
  test("default: rows made of logs are what the contracts answer", async () => {
    const random = createRandom(3);
    const unswitched = () => {
      for (;;) {
        const next = random();
        if (next >= 0.1) return next;
      }
    };
    await shake(chain, unswitched);
    await expectExact();
    for (let round = 0; round < 15; round++) await shake(chain, unswitched);
    await expectExact();
  }, 60_000);

  test("behavior: shares and transfers that neither mint nor burn change no supply", async () => {
    const pair = await pairAt(0);
    queueBurn(chain, pair, 0n);
    await expect(chain.builder.flush()).rejects.toThrow("reverted");
    queueGift(chain, pair, 1_000n);
    await chain.builder.flush();
    await expectExact();
  });

  test("behavior: the switch of the fee is seen in the first mint that pays it, of any pair", async () => {
    queueSwitch(chain, UNISWAP_V2_FACTORY, true);
    await chain.builder.flush();
    await tradeAndMint(0);
    expect((await indexed()).isFeeOn("uniswap-v2")).toBe(false);
    await tradeAndMint(0);
    expect((await indexed()).isFeeOn("uniswap-v2")).toBe(true);
    // The other pair has paid nothing yet.
    await tradeAndMint(1);
    await expectExact();
  });

  test("behavior: the fee's going off is seen in the first mint or burn that does not pay it", async () => {
    queueSwitch(chain, UNISWAP_V2_FACTORY, false);
    await chain.builder.flush();
    expect((await indexed()).isFeeOn("uniswap-v2")).toBe(true);
    await tradeAndMint(1);
    expect((await indexed()).isFeeOn("uniswap-v2")).toBe(false);
    await tradeAndMint(0);
    await expectExact();
  });
});

describe("gas", () => {
  test("default: quotes say what a hop adds to a transaction", async () => {
    const measured = await hopGas(uniswapV2, chain, {
      states: (await read(chain.client, 1)).filter(({ slug }) => slug === "sushiswap-v2"),
      amountOf: ({ tokenIn, state }) => (tokenIn === state.id ? ONE / 1_000n : 10n ** 9n),
    });
    const swap = measured.find(({ edge }) => edge.action === "swap");
    if (swap === undefined) throw new Error("No swap was measured.");
    const transaction = swap.gasUsed - swap.quoted;
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - transaction);
      expect(Math.abs(hop - Number(quoted)) / hop, `${edge.action} ${hop}`).toBeLessThan(0.05);
    }
  });
});
