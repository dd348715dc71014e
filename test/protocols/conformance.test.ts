import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NAMED_SLUG } from "../../src/protocols/erc4626/open.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import type { BlockContext, PoolState } from "../../src/protocols/protocol.ts";
import { deepFreeze } from "./freeze.ts";

const root = join(import.meta.dirname, "../..");
const folders = readdirSync(join(root, "src/protocols"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const at: BlockContext = { number: 2n, timestamp: 12n };

/**
 * Units by which contracts may round what they pay in favour of a tiny trade, by family; else one.
 * The invariant of an E-CLP is known to ten million of 10^18; Curve's older pools of unpegged coins
 * look for theirs by Newton's method.
 */
const ROUNDED_UNITS: Readonly<Record<string, bigint>> = {
  "balancer-v2": 10_000_000n,
  "balancer-v3": 10_000_000n,
  "curve-crypto": 1_000_000n,
};

/** The states of `test/protocols/<family>/sample.ts`, frozen: a write to one throws. */
async function samplesOf(family: string): Promise<readonly PoolState[]> {
  const module: { samples: readonly PoolState[] } = await import(`./${family}/sample.ts`);
  return deepFreeze(module.samples);
}

const has = (path: string) => existsSync(join(root, path));

describe("PROTOCOLS", () => {
  test("default: every folder is registered, and nothing else", () => {
    expect(PROTOCOLS.map(({ family }) => family).sort()).toEqual(folders);
  });

  test("behavior: slugs are unique over all families", () => {
    const slugs = PROTOCOLS.flatMap(({ deployments }) => deployments.map(({ slug }) => slug));
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test("behavior: deployments on a chain differ in their contracts", () => {
    const contracts = PROTOCOLS.flatMap(({ family, deployments }) =>
      deployments.flatMap(({ chains }) =>
        Object.entries(chains).map(
          ([id, chain]) => `${family} ${id} ${JSON.stringify(chain.contracts)}`,
        ),
      ),
    );
    expect(new Set(contracts).size).toBe(contracts.length);
  });
});

describe.each(PROTOCOLS.map((protocol) => ({ family: protocol.family, protocol })))("$family", ({
  family,
  protocol,
}) => {
  const source = `src/protocols/${family}`;

  test("default: the files have the fixed names", () => {
    const stateful = has(`${source}/schema.ts`);
    const required = ["index", "contracts", "states", "pool", "actions"];
    // A family that no event tells of is read in live blocks alone.
    if (stateful) required.push("indexed", has(`${source}/sources.ts`) ? "indexing" : "live");
    const missing = required.filter((name) => !has(`${source}/${name}.ts`));
    expect(missing).toEqual([]);
  });

  test("behavior: it has tests of its own", () => {
    const tests = readdirSync(join(root, `test/protocols/${family}`));
    expect(tests.filter((name) => name.endsWith(".test.ts"))).not.toEqual([]);
    expect(tests).toContain("on-chain.integration.test.ts");
  });

  test("behavior: every edge has an operation, and every operation an edge", async () => {
    const used = new Set<string>();
    for (const state of await samplesOf(family)) {
      for (const edge of protocol.edges(state)) {
        used.add(edge.action);
        expect(protocol.actions[edge.action]?.(state, edge, 1_000n)).toHaveProperty("kind");
      }
    }
    expect([...used].sort()).toEqual(Object.keys(protocol.actions).sort());
  });

  test("behavior: edges are plain data in a fixed order", async () => {
    for (const state of await samplesOf(family)) {
      const edges = protocol.edges(state);
      expect(protocol.edges(structuredClone(state))).toEqual(edges);
      for (const { tokenIn, tokenOut } of edges) {
        expect(tokenIn).not.toBe(tokenOut);
        for (const token of [tokenIn, tokenOut]) expect(token).toMatch(/^0x[0-9a-f]{40}$/);
      }
    }
  });

  test("behavior: quote succeeds up to maxIn, fails outside, leaves the state alone", async () => {
    let quoted = 0;
    for (const state of await samplesOf(family)) {
      for (const edge of protocol.edges(state)) {
        const largest = protocol.maxIn(state, edge, at);
        expect(protocol.quote(state, edge, largest + 1n, at).ok).toBe(false);
        expect(protocol.quote(state, edge, 0n, at)).toMatchObject({ reason: "amount-too-small" });
        for (let amountIn = largest; amountIn > 0n; amountIn /= 1_000n) {
          const result = protocol.quote(state, edge, amountIn, at);
          if (!result.ok) {
            expect(result.reason).toBe("amount-too-small");
            continue;
          }
          quoted++;
          expect(result.amountOut).toBeGreaterThan(0n);
          expect(result.gas).toBeGreaterThan(0n);
          expect(result.next.id).toBe(state.id);
        }
      }
    }
    expect(quoted).toBeGreaterThan(0);
  });

  test("behavior: no quote is better than the spot price by more than rounding", async () => {
    for (const state of await samplesOf(family)) {
      for (const edge of protocol.edges(state)) {
        const { numerator, denominator } = protocol.spotPrice(state, edge, at);
        for (let x = protocol.maxIn(state, edge, at); x > 0n; x /= 1_000n) {
          const result = protocol.quote(state, edge, x, at);
          const amountOut = result.ok ? result.amountOut : 0n;
          // A contract may round its invariant in favour of a tiny trade.
          const rounded = amountOut - (ROUNDED_UNITS[family] ?? 1n);
          expect(rounded * denominator).toBeLessThanOrEqual(x * numerator);
        }
      }
    }
  });

  test("behavior: deployments are complete", () => {
    expect(protocol.deployments).not.toEqual([]);
    for (const { slug, name, project, url, logosUri, chains } of protocol.deployments) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(project).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(name).not.toBe("");
      for (const link of [url, ...logosUri]) expect(new URL(link).protocol).toBe("https:");
      expect(Object.keys(chains)).not.toEqual([]);
    }
  });

  test("behavior: contract addresses are lower-case", () => {
    for (const { slug, chains } of protocol.deployments) {
      for (const { contracts, startBlock } of Object.values(chains)) {
        const addresses = JSON.stringify(contracts).match(/0x[0-9a-fA-F]{40}/g) ?? [];
        // What requests name is nowhere else.
        const isOpen = slug === NAMED_SLUG;
        expect(addresses.length === 0).toBe(isOpen);
        for (const address of addresses) expect(address).toBe(address.toLowerCase());
        if (startBlock !== null) expect(startBlock).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
