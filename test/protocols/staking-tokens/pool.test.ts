import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { etherBySharesDown } from "../../../src/protocols/lido/share-rate.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { deposit } from "../../../src/protocols/staking-tokens/actions.ts";
import {
  apy,
  edges,
  maxIn,
  price,
  quote,
  type StakedToken,
} from "../../../src/protocols/staking-tokens/pool.ts";
import { stakedToken } from "../../../src/protocols/staking-tokens/schema.ts";
import { states as stored } from "../../../src/protocols/staking-tokens/states.ts";
import { readAt, stopped } from "../../../src/protocols/staking-tokens/transitions.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const ETHER = 10n ** 18n;
const [etherFi, mantle, kelp] = samples as [StakedToken, StakedToken, StakedToken];

function sampleOf(slug: string): StakedToken {
  const found = samples.find((sample) => sample.slug === slug);
  if (found === undefined) throw new Error(`There is no sample of ${slug}.`);
  return found;
}

function edgeTo(state: StakedToken, tokenIn: string): Edge {
  const found = edges(state).find((edge) => edge.tokenIn === tokenIn);
  if (found === undefined) throw new Error(`${state.slug} has no edge from ${tokenIn}.`);
  return found;
}

const vectors = z
  .object({
    vectors: z.array(
      z.object({
        family: z.string(),
        state: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
        call: z.object({ tokenIn: z.string(), amount: z.coerce.bigint() }),
        expect: z.union([
          z.object({ amount: z.coerce.bigint() }),
          z.object({ revert: z.literal(true), error: z.string() }),
        ]),
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/staking-tokens/rates.json", import.meta.url), "utf8"),
    ),
  ).vectors;

describe("recorded rates", () => {
  const numberOf = (value: unknown) => BigInt(typeof value === "string" ? value : "0");

  test("default: ether.fi's wrapper gives and takes what two transactions did", () => {
    const found = vectors.filter(({ family }) => family === "etherfi-weeth");
    expect(found).toHaveLength(2);
    for (const { state, call, expect: expected } of found) {
      const at: StakedToken = {
        ...etherFi,
        shares: numberOf(state.totalShares),
        assets: numberOf(state.totalPooledEther),
      };
      const amount = "amount" in expected ? expected.amount : 0n;
      if (call.tokenIn.toLowerCase() === at.token) {
        expect(quote(at, edgeTo(at, at.token), call.amount)).toMatchObject({ amountOut: amount });
        continue;
      }
      const rates = { internalEther: at.assets, internalShares: at.shares };
      expect(etherBySharesDown(rates, call.amount)).toBe(amount);
      const received = quote(at, edgeTo(at, at.wrapper ?? ""), call.amount);
      // Two transfers of whole shares lose a wei each, at most.
      expect(received.ok && amount - received.amountOut <= 2n).toBe(true);
    }
  });

  test("default: Mantle's first stake, smallest stake and largest supply", () => {
    const found = vectors.filter(({ family }) => family === "mantle-meth");
    expect(found).toHaveLength(3);
    for (const { state, call, expect: expected } of found) {
      const supply = numberOf(state.mETHTotalSupply);
      const at = { ...mantle, shares: supply, supplied: supply };
      const quoted = quote(at, edgeTo(at, NATIVE), call.amount);
      if ("amount" in expected) expect(quoted).toMatchObject({ amountOut: expected.amount });
      else {
        const reason = expected.error.includes("Maximum") ? "cap-exceeded" : "amount-too-small";
        expect(quoted).toEqual({ ok: false, reason });
      }
    }
  });

  test("default: Stader's largest deposit, another, and those beyond its limits", () => {
    const found = vectors.filter(({ family }) => family === "stader-ethx");
    expect(found).toHaveLength(4);
    for (const { state, call, expect: expected } of found) {
      const at: StakedToken = {
        ...sampleOf("stader"),
        ...{ minimum: numberOf(state.minDeposit), cap: numberOf(state.maxDeposit) },
        shares: numberOf(state.totalETHXSupply),
        assets: numberOf(state.totalETHBalance),
      };
      const quoted = quote(at, edgeTo(at, NATIVE), call.amount);
      if ("amount" in expected) {
        // The oracle tells the rate, and the next deposit may be as large.
        const next = { shares: at.shares, assets: at.assets, supplied: 0n };
        expect(quoted).toMatchObject({ amountOut: expected.amount, next });
        continue;
      }
      const reason = call.amount < at.minimum ? "amount-too-small" : "cap-exceeded";
      expect(quoted).toEqual({ ok: false, reason });
    }
  });

  test("default: Renzo's deposit of an ether", () => {
    const found = vectors.filter(({ family }) => family === "renzo-ezeth");
    expect(found).toHaveLength(1);
    for (const { state, call, expect: expected } of found) {
      const at = {
        ...sampleOf("renzo"),
        ...{ shares: numberOf(state.totalSupply), assets: numberOf(state.totalTvl) },
      };
      const amountOut = "amount" in expected ? expected.amount : 0n;
      expect(quote(at, edgeTo(at, NATIVE), call.amount)).toMatchObject({
        ...{ amountOut, next: { shares: at.shares + amountOut, assets: at.assets + call.amount } },
      });
    }
  });
});

describe("quote", () => {
  test("default: shares of what is owned, less the adjustment, and the state follows", () => {
    const shares = (ETHER * mantle.shares * 9_996n) / (mantle.assets * 10_000n);
    expect(quote(mantle, edgeTo(mantle, NATIVE), ETHER)).toMatchObject({
      amountOut: shares,
      next: { shares: mantle.shares + shares, assets: mantle.assets + ETHER },
    });
    expect(quote(kelp, edgeTo(kelp, NATIVE), ETHER)).toMatchObject({
      ...{ amountOut: (ETHER * ETHER) / kelp.assets, next: { assets: kelp.assets } },
    });
  });

  test("behavior: a wrapper takes and gives shares of a token whose balances round", () => {
    const staked = quote(etherFi, edgeTo(etherFi, NATIVE), ETHER);
    expect(staked.ok && ETHER - staked.amountOut).toBeLessThanOrEqual(3n);
    const wrapped = quote(etherFi, edgeTo(etherFi, etherFi.token), ETHER);
    const shares = (ETHER * etherFi.shares) / etherFi.assets;
    expect(wrapped).toMatchObject({ amountOut: shares });
    const most = maxIn(etherFi, edgeTo(etherFi, etherFi.wrapper ?? ""));
    expect(most).toBe(etherFi.wrapped);
  });

  test("error: beyond the cap, below the minimum, and what is paused", () => {
    for (const state of [mantle, kelp, sampleOf("stader")]) {
      const edge = edgeTo(state, NATIVE);
      const most = maxIn(state, edge);
      expect(quote(state, edge, most).ok).toBe(true);
      expect(quote(state, edge, most + 1n)).toEqual({ ok: false, reason: "cap-exceeded" });
      expect(quote(state, edge, state.minimum - 1n)).toMatchObject({ reason: "amount-too-small" });
      expect(quote({ ...state, isPaused: true }, edge, ETHER)).toMatchObject({ reason: "paused" });
    }
  });
});

describe("deposit", () => {
  test("default: each issuer by its own function, without a minimum of its own", () => {
    const named = samples.map((state) => {
      const operation = deposit(state, edgeTo(state, NATIVE));
      return operation.kind === "call" ? operation.function?.name : null;
    });
    expect(new Set(named)).toEqual(new Set(["deposit", "stake", "depositETH", "submit", "mint"]));
  });
});

describe("apy", () => {
  test("default: what a share grew by since it was seen, as a year", () => {
    const at = { number: 1n, timestamp: 1_799_900_000n + 86_400n };
    const sincePrice = price(mantle) - price(mantle) / 10_000n;
    const grown = { ...mantle, sincePrice };
    expect(apy(grown, mantle.token, { at, usd: () => null })).toBeCloseTo(3.65, 2);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([stakedToken]);
    const { id, ...row } = etherFi;
    const latest = { latestPrice: row.sincePrice, latestTimestamp: row.sinceTimestamp };
    await db.insert(stakedToken).values({ chainId: 1, ...row, ...latest });
    const asked = { chainId: 1, sinceBlock: -1, ids: [] };
    expect(await loadStates(db, stored, asked)).toEqual([etherFi]);
    expect(await loadStates(db, stored, { ...asked, sinceBlock: 1 })).toEqual([]);
    expect(await loadStates(db, stored, { ...asked, sinceBlock: 1, ids: [id] })).toEqual([etherFi]);
    await close();
  });

  test("behavior: what no longer answers takes no deposits, and is else as it was", () => {
    const { slug: _slug, id: _id, ...row } = sampleOf("renzo");
    const { sincePrice: latestPrice, sinceTimestamp: latestTimestamp } = row;
    const facts = { ...row, latestPrice, latestTimestamp };
    expect(stopped(null)).toBeNull();
    const reading = stopped(facts);
    if (reading === null) throw new Error("A row was there.");
    const after = readAt(facts, reading, latestTimestamp + 12);
    expect(after).toMatchObject({ isPaused: true, shares: row.shares, assets: row.assets });
    expect(readAt({ ...facts, ...after }, reading, latestTimestamp + 24)).toBeNull();
  });

  test("behavior: a reading of the same changes nothing until a day has passed", () => {
    const { sincePrice, sinceTimestamp } = mantle;
    const facts = { ...mantle, latestPrice: sincePrice, latestTimestamp: sinceTimestamp };
    const { slug, id, token, entry, wrapper, updatedBlock, ...rest } = mantle;
    const { sincePrice: _price, sinceTimestamp: _at, ...reading } = rest;
    expect(readAt(facts, reading, sinceTimestamp + 60)).toBeNull();
    expect(readAt(facts, reading, sinceTimestamp + 86_400)).toMatchObject({
      ...{ sincePrice, latestPrice: price(mantle), latestTimestamp: sinceTimestamp + 86_400 },
    });
    expect([slug, id, token, entry, wrapper, updatedBlock]).toHaveLength(6);
  });
});
