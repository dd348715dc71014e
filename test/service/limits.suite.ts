import { type Address, encodeFunctionData, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../devnet/chains.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { AAVE_V3 } from "../../devnet/protocols/aave-v3-markets.ts";
import { STEAKHOUSE_USDC } from "../../devnet/protocols/erc4626.ts";
import { MORPHO, morphoAbi } from "../../devnet/protocols/morpho-blue.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import { MAX_UINT256 } from "../../src/lib/math.ts";
import { act, askBundle, executeBundle } from "../harness/bundles.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import { createLimitedTrades } from "../harness/limited-trades.ts";
import { createSafe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { balanceOf, deal, shown, tokenOf } from "../harness/trading.ts";
import {
  configurator,
  mine as mineAave,
  pool as pool3,
  type Sent,
} from "../protocols/aave-v3/market.ts";
import { read as readAave } from "../protocols/aave-v3/read.ts";
import { setVaultPaused } from "../protocols/balancer-v2/govern.ts";
import { read as readBalancer } from "../protocols/balancer-v2/read.ts";
import { ownerAbi } from "../protocols/erc4626/shake.ts";
import { read as readMorpho } from "../protocols/morpho-blue/read.ts";
import { fund, paramsOf, send as sendMorpho } from "../protocols/morpho-blue/shake.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";

const totalAssetsAbi = parseAbi(["function totalAssets() view returns (uint256)"]);

const ETHER = 10n ** 18n;
const OWNER: Address = "0x00000000000000000000000000000000000a11ce";
const GAS = 600_000n;

let weir: RunningService;
let node: DevnetClient;
let chain: ProtocolChain;
let trades: ReturnType<typeof createLimitedTrades>;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  const { tokens } = readManifest(manifestPath(await prepareDevnet(), 1));
  const url = weir.devnet.chains[0]?.url ?? "";
  chain = devnetProtocolChain({ chainId: 1, url, tokens });
  await node.setBalance({ address: OWNER, value: 10n ** 26n });
  trades = createLimitedTrades({ weir, owner: OWNER });
}, 300_000);

/** Turns switches of contracts, mined, and waits for the index. */
async function turn(change: () => unknown): Promise<void> {
  await change();
  await chain.builder.flush();
  await weir.caughtUp(1);
}

const token = (symbol: string): Address => tokenOf(weir, symbol);

async function reserveOf(symbol: string) {
  const underlying = token(symbol);
  const reserve = (await readAave(chain.client, 1)).find(
    (each) => each.slug === AAVE_V3.slug && each.underlying === underlying,
  );
  if (reserve === undefined) throw new Error(`Aave has no ${symbol}`);
  return reserve;
}

const onAave = (...sent: readonly Sent[]) => turn(() => mineAave(chain, sent));

describe("Aave's limits", () => {
  test("default: CAP_EXCEEDED at the supply cap, directly and behind a swap", async () => {
    const { aToken, underlying, scaledSupply, liquidityIndexRay } = await reserveOf("USDC");
    const supplied = (scaledSupply * liquidityIndexRay) / 10n ** 27n / 10n ** 6n;
    await onAave(configurator.setSupplyCap(underlying, supplied + 1_000n));
    const million = { tokenIn: underlying, tokenOut: aToken, amountIn: 10n ** 12n };
    const most = await trades.limits("CAP_EXCEEDED", million);
    expect(most).toBeLessThanOrEqual(1_000n * 10n ** 6n);
    await onAave(configurator.setSupplyCap(underlying, supplied + 50_000n));
    const viaSwap = { tokenIn: NATIVE, tokenOut: aToken, amountIn: 100n * ETHER };
    const ether = await trades.refuses("CAP_EXCEEDED", viaSwap);
    expect(ether).toBeGreaterThan(ETHER);
    await trades.executes({ ...viaSwap, amountIn: ether });
    await onAave(configurator.setSupplyCap(underlying, 0n));
    await trades.executes(million);
  }, 120_000);

  test("behavior: PROTOCOL_PAUSED while a reserve is paused, both ways", async () => {
    const { aToken, underlying } = await reserveOf("DAI");
    await trades.acquire(aToken, underlying, 5_000n * ETHER);
    await onAave(configurator.setReservePause(underlying, true));
    const amountIn = 1_000n * ETHER;
    const supply = { tokenIn: underlying, tokenOut: aToken, amountIn };
    const withdrawal = { tokenIn: aToken, tokenOut: underlying, amountIn };
    for (const trade of [supply, withdrawal])
      expect(await trades.refuses("PROTOCOL_PAUSED", trade)).toBe(0n);
    await onAave(configurator.setReservePause(underlying, false));
    for (const trade of [supply, withdrawal]) await trades.executes(trade);
  }, 120_000);

  test("behavior: a frozen reserve pays out and takes nothing", async () => {
    const { aToken, underlying } = await reserveOf("DAI");
    await trades.acquire(aToken, underlying, 5_000n * ETHER);
    await onAave(configurator.setReserveFreeze(underlying, true));
    const amountIn = 1_000n * ETHER;
    const supply = { tokenIn: underlying, tokenOut: aToken, amountIn };
    expect(await trades.refuses("PROTOCOL_PAUSED", supply)).toBe(0n);
    await trades.executes({ tokenIn: aToken, tokenOut: underlying, amountIn });
    await onAave(configurator.setReserveFreeze(underlying, false));
    await trades.executes(supply);
  }, 120_000);

  test("behavior: INSUFFICIENT_LIQUIDITY when all or nearly all is lent out", async () => {
    const { aToken, underlying } = await reserveOf("DAI");
    await trades.acquire(aToken, underlying, 50_000n * ETHER);
    const { availableLiquidity } = await reserveOf("DAI");
    await onAave(pool3.borrow(lower(OPERATOR), underlying, availableLiquidity - 700n * ETHER));
    const withdrawal = { tokenIn: aToken, tokenOut: underlying, amountIn: 20_000n * ETHER };
    const most = await trades.limits("INSUFFICIENT_LIQUIDITY", withdrawal);
    expect(most).toBeGreaterThan(699n * ETHER);
    const { availableLiquidity: rest } = await reserveOf("DAI");
    if (rest > 0n) await onAave(pool3.borrow(lower(OPERATOR), underlying, rest));
    const least = await trades.refuses("INSUFFICIENT_LIQUIDITY", {
      ...withdrawal,
      amountIn: ETHER,
    });
    expect(least).toBe(0n);
    // Supplying is what helps.
    await trades.executes({ tokenIn: underlying, tokenOut: aToken, amountIn: 30_000n * ETHER });
    await trades.executes(withdrawal);
  }, 120_000);
});

describe("a vault's limits", () => {
  const vault = lower(STEAKHOUSE_USDC);
  /** By the vault itself: a buffer takes what it refuses. */
  const alone = () => {
    const slug = weir.service(1).snapshot().defiTokens.get(vault)?.state.slug;
    return slug === undefined ? {} : { onlyProtocols: slug };
  };
  const deposit = (amountIn: bigint) => {
    return { tokenIn: token("USDC"), tokenOut: vault, amountIn, ...alone() };
  };
  const redemption = (amountIn: bigint) => {
    return { tokenIn: vault, tokenOut: token("USDC"), amountIn, ...alone() };
  };
  const own = (data: `0x${string}`, to: Address = STEAKHOUSE_USDC) =>
    chain.builder.queue({ to, data, gas: GAS, label: `vault ${data.slice(0, 10)}` });

  test("default: CAP_EXCEEDED at the cap", async () => {
    const held = await chain.client.readContract({
      ...{ abi: totalAssetsAbi, address: STEAKHOUSE_USDC, functionName: "totalAssets" },
    });
    const args = [held + 25_000n * 10n ** 6n] as const;
    await turn(() => own(encodeFunctionData({ abi: ownerAbi, functionName: "setCap", args })));
    const most = await trades.limits("CAP_EXCEEDED", deposit(10n ** 12n));
    expect(most).toBe(25_000n * 10n ** 6n);
    expect(await trades.refuses("CAP_EXCEEDED", deposit(1n))).toBe(0n);
    const open = [MAX_UINT256] as const;
    await turn(() =>
      own(encodeFunctionData({ abi: ownerAbi, functionName: "setCap", args: open })),
    );
    await trades.executes(deposit(10n ** 12n));
  }, 120_000);

  test("behavior: PROTOCOL_PAUSED, both ways", async () => {
    await trades.acquire(vault, token("USDC"), 10n ** 10n);
    await turn(() => own(encodeFunctionData({ abi: ownerAbi, functionName: "pause" })));
    expect(await trades.refuses("PROTOCOL_PAUSED", deposit(10n ** 9n))).toBe(0n);
    expect(await trades.refuses("PROTOCOL_PAUSED", redemption(10n ** 20n))).toBe(0n);
    const { onlyProtocols: _, ...anyway } = deposit(10n ** 9n);
    const { body } = await trades.executes(anyway);
    expect(body.route.map(({ protocol }) => protocol)).toContain("balancer-v3-buffers");
    await turn(() => own(encodeFunctionData({ abi: ownerAbi, functionName: "unpause" })));
    await trades.executes(deposit(10n ** 9n));
    await trades.executes(redemption(10n ** 20n));
  }, 120_000);

  test("behavior: INSUFFICIENT_LIQUIDITY when the assets are invested", async () => {
    await trades.acquire(vault, token("USDC"), 10n ** 12n);
    const held = await balanceOf(node, token("USDC"), STEAKHOUSE_USDC);
    const args = [held - 300n * 10n ** 6n] as const;
    await turn(() => own(encodeFunctionData({ abi: ownerAbi, functionName: "invest", args })));
    await trades.limits("INSUFFICIENT_LIQUIDITY", redemption(10n ** 23n));
    const approval = [STEAKHOUSE_USDC, args[0]] as const;
    await turn(() => {
      own(
        encodeFunctionData({ abi: ownerAbi, functionName: "approve", args: approval }),
        token("USDC"),
      );
      own(encodeFunctionData({ abi: ownerAbi, functionName: "divest", args }));
    });
    await trades.executes(redemption(10n ** 23n));
  }, 120_000);
});

describe("Balancer's pause", () => {
  test("default: PROTOCOL_PAUSED by its pools, and other pools take the trade", async () => {
    const pools = await readBalancer(chain.client, 1);
    const pool = pools.find(({ kind }) => kind === "weighted");
    const [tokenIn, tokenOut] = pool?.tokens ?? [];
    if (tokenIn === undefined || tokenOut === undefined) throw new Error("no weighted pool");
    const trade = { tokenIn, tokenOut, amountIn: 10n ** 12n };
    const direct = { ...trade, onlyProtocols: "balancer-v2" };
    await trades.executes(direct);
    await turn(() => setVaultPaused(chain, true));
    expect(await trades.refuses("PROTOCOL_PAUSED", direct)).toBe(0n);
    const { body } = await trades.executes(trade);
    expect(body.route.every(({ protocol }) => protocol !== "balancer-v2")).toBe(true);
    await turn(() => setVaultPaused(chain, false));
    await trades.executes(direct);
  }, 120_000);
});

describe("Morpho's liquidity", () => {
  test("default: a withdrawal of more than is left is refused, and what is left can be withdrawn", async () => {
    const safe = await createSafe(weir, OWNER);
    const wallet = { weir, safe };
    const usdt = token("USDT");
    const [market] = (await readMorpho(chain.client, 1)).filter((each) => each.loanToken === usdt);
    if (market === undefined) throw new Error("Morpho lends no USDT");
    const positionId = `1:${lower(MORPHO)}:${market.id}`;
    const million = 10n ** 12n;
    await deal(node, { owner: safe.address, token: usdt, amount: million });
    const deposit = { tokenIn: usdt, tokenOut: positionId, amountIn: `${million}` };
    await executeBundle(wallet, [act("morpho-blue", "deposit", deposit)]);
    const [{ totalSupplyAssets, totalBorrowAssets }] = (await readMorpho(chain.client, 1)).filter(
      (each) => each.id === market.id,
    ) as [typeof market];
    const left = 1_000n * 10n ** 6n;
    const lent = totalSupplyAssets - totalBorrowAssets - left;
    await turn(() => {
      const pledge = 10_000n * 10n ** 8n;
      fund(chain, market.collateralToken, pledge);
      const collateral = [paramsOf(market), pledge, OPERATOR, "0x"] as const;
      const abi = morphoAbi;
      const pledging = { abi, functionName: "supplyCollateral", args: collateral } as const;
      sendMorpho(chain, MORPHO, encodeFunctionData(pledging));
      const borrowed = [paramsOf(market), lent, 0n, OPERATOR, OPERATOR] as const;
      const borrowing = { abi, functionName: "borrow", args: borrowed } as const;
      sendMorpho(chain, MORPHO, encodeFunctionData(borrowing));
    });
    const withdrawal = (amountOut: bigint) => [
      act("morpho-blue", "withdraw", {
        ...{ tokenIn: positionId, tokenOut: usdt, amountOut: `${amountOut}` },
      }),
    ];
    const refused = await askBundle(wallet, withdrawal(left + 1n));
    expect([refused.status, refused.body.code], shown(refused)).toEqual([422, "SIMULATION_FAILED"]);
    expect(refused.body.data).toMatchObject({
      index: 0,
      reason: expect.stringContaining("liquid"),
    });
    await executeBundle(wallet, withdrawal(left));
  }, 120_000);
});
