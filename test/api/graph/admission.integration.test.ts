import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import {
  assetsOf,
  initialiseTicks,
  isFollowed,
  isInGraph,
  makeVault,
  metrics,
  mine,
  namedVaults,
  reserves,
  reservesOfNode,
  rpc,
  serveAdmission,
  service,
  someone,
  stateOf,
  take,
  trade,
  USDC,
  untilFollowed,
  untilNewest,
  wantedPools,
  withoutIndexer,
  wrappedNative,
} from "./admission-chain.ts";

/** Families whose state is read in different ways. */
const FAMILIES = ["uniswap-v2", "uniswap-v3", "uniswap-v4", "erc4626"];
/** Pools that are asked for until it is too much, however windows of a minute fall. */
const TOO_MANY = 100;

serveAdmission();

describe("ChainService.admit", () => {
  test.each(
    FAMILIES,
  )("default: a pool of %s that was left out is in the graph at once", async (family) => {
    const pool = take(family);
    expect(await isFollowed(pool)).toBe(false);
    expect(isInGraph(pool)).toBe(false);
    await service().admit([pool.name], someone());
    expect(isInGraph(pool)).toBe(true);
    const before = stateOf(pool);
    await mine();
    await untilFollowed(pool);
    await untilNewest();
    expect(isInGraph(pool)).toBe(true);
    expect(stateOf(pool)).toBe(before);
  });

  test("behavior: its logs are followed from then on", async () => {
    const pool = take();
    // A trade of before is in the state that is read.
    await trade(pool);
    await service().admit([pool.name], someone());
    await mine();
    await untilFollowed(pool);
    await untilNewest();
    const first = await reserves(pool);
    expect(first).toBe(await reservesOfNode(pool));
    await trade(pool);
    await untilNewest();
    const second = await reserves(pool);
    expect(second).not.toBe(first);
    expect(second).toBe(await reservesOfNode(pool));
  });

  test("behavior: a pool that is named itself", async () => {
    const pool = take();
    await service().admit([pool.address], someone());
    expect(isInGraph(pool)).toBe(true);
  });

  test("error: NO_ROUTE for a pool with too many ticks, which nobody follows", async () => {
    const pool = take("uniswap-v3");
    await initialiseTicks(pool);
    const asked = service().admit([pool.name], someone());
    const refused = { code: "NO_ROUTE", message: expect.stringMatching(/10000 initialised ticks/) };
    await expect(asked).rejects.toMatchObject(refused);
    await expect(service().admit([pool.name], someone())).rejects.toMatchObject(refused);
    expect(isInGraph(pool)).toBe(false);
    // Beside others it keeps none of them out.
    const other = take();
    await service().admit([other.name, wrappedNative], someone());
    expect(isInGraph(other)).toBe(true);
    await mine();
    await untilFollowed(other);
    expect(await isFollowed(pool)).toBe(false);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/weir_admissions_total\{chain="1",outcome="oversized"\} 1\n/);
  });

  test("behavior: an address that means nothing is wanted by nobody", async () => {
    const before = await wantedPools();
    const names = Array.from(
      { length: 50 },
      (_, i): Address => `0x${String(i + 1).padStart(40, "9")}`,
    );
    const caller = someone();
    for (const name of names) await service().admit([name], caller);
    expect(await wantedPools()).toBe(before);
  });

  test("behavior: an indexer that is killed admits what was asked for meanwhile, and follows what it did", async () => {
    const [pool, vault] = [take(), await makeVault("ClassicVault", USDC)];
    await service().admit([vault.name], someone());
    await mine();
    await untilFollowed(vault);
    await untilNewest();
    const assets = assetsOf(vault) ?? 0n;
    await withoutIndexer(async () => {
      await namedVaults().donate(vault.address, 7_000_000n);
      await service().admit([pool.name], someone());
      expect(isInGraph(pool)).toBe(true);
      await mine();
    });
    await untilFollowed(pool);
    await untilNewest();
    expect(await reserves(pool)).toBe(await reservesOfNode(pool));
    expect(assetsOf(vault)).toBe(assets + 7_000_000n);
  });

  test("behavior: what a reorganisation takes back is admitted again", async () => {
    const pool = take();
    await untilNewest();
    await service().admit([pool.name], someone());
    await mine();
    await untilFollowed(pool);
    await untilNewest();
    await rpc().request("anvil_reorg", [3, []]);
    await mine();
    await untilNewest();
    await mine();
    await untilNewest();
    await untilFollowed(pool);
    expect(isInGraph(pool)).toBe(true);
    expect(await reserves(pool)).toBe(await reservesOfNode(pool));
  });

  test("default: a vault that nothing lists is in the graph at once, and followed", async () => {
    const vault = await makeVault("ClassicVault", USDC);
    await service().admit([vault.name], someone());
    expect(isInGraph(vault)).toBe(true);
    expect(service().lastSnapshot()?.tokens.has(vault.address)).toBe(true);
    expect(await isFollowed(vault)).toBe(false);
    const before = stateOf(vault);
    await mine();
    await untilFollowed(vault);
    await untilNewest();
    expect(stateOf(vault)).toBe(before);
    const assets = assetsOf(vault) ?? 0n;
    await namedVaults().donate(vault.address, 5_000_000n);
    await untilNewest();
    expect(assetsOf(vault)).toBe(assets + 5_000_000n);
  });

  test("behavior: the share of one may trade elsewhere, and be known", async () => {
    const vault = await makeVault("ClassicVault", USDC);
    const pair = await namedVaults().trade(vault.address, 5_000n * 10n ** 6n);
    await expect
      .poll(() => service().lastSnapshot()?.tokens.has(vault.address), { timeout: 120_000 })
      .toBe(true);
    expect(isInGraph(vault)).toBe(false);
    await service().admit([vault.name], someone());
    expect(isInGraph(vault)).toBe(true);
    const sold = service().lastSnapshot()?.edges.get(vault.address) ?? [];
    expect(new Set(sold.map(({ state }) => state.id))).toEqual(new Set([vault.id, pair]));
    await mine();
    await untilFollowed(vault);
  });

  test("behavior: one that turns bad leaves the others as they are", async () => {
    const good = await makeVault("ClassicVault", USDC);
    const bad = await makeVault("TurningVault", USDC);
    await service().admit([good.name, bad.name], someone());
    expect([isInGraph(good), isInGraph(bad)]).toEqual([true, true]);
    await mine();
    await untilFollowed(good);
    await untilFollowed(bad);
    await namedVaults().call(bad.address, "turn");
    const assets = assetsOf(good) ?? 0n;
    await namedVaults().donate(good.address, 5_000_000n);
    await untilNewest();
    expect(assetsOf(good)).toBe(assets + 5_000_000n);
    expect(service().lastSnapshot()?.tokens.has(good.address)).toBe(true);
    expect(service().lastSnapshot()?.tokens.has(bad.address)).toBe(false);
  });

  test("error: RATE_LIMITED for whoever asks for too many, and what was asked for too often is not wanted", async () => {
    const caller = someone();
    let refused: unknown = null;
    let last = take();
    for (let asked = 1; refused === null && asked <= TOO_MANY; asked++) {
      last = take();
      const asking = service().admit([last.name], caller);
      refused = await asking.then(
        () => null,
        (error: unknown) => error,
      );
    }
    expect(refused).toMatchObject({ code: "RATE_LIMITED" });
    expect(isInGraph(last)).toBe(false);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/weir_admissions_total\{chain="1",outcome="limited"\} [1-9]/);
    expect(text).toMatch(/weir_admissions_total\{chain="1",outcome="admitted"\} [1-9]/);
  });
});
