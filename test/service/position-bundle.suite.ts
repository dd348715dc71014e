import { type Address, erc20Abi, type Hex, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { OpenPosition } from "../../src/api/graph/issues.ts";
import { deployments } from "../../src/protocols/convex/contracts.ts";
import { mintedDown } from "../../src/protocols/convex/minting.ts";
import { contractsOn } from "../../src/protocols/deployment.ts";
import {
  type Action,
  act,
  askBundle,
  createWallet,
  executeBundle,
  fund,
  out,
} from "../harness/bundles.ts";
import type { Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { balanceOf, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
const MORPHO: Address = "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb";
const MILLION = 10n ** 12n;

const morphoAbi = parseAbi([
  "function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)",
]);

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;

beforeAll(async () => {
  ({ weir, safe } = await createWallet(OWNER));
  node = weir.node(1);
}, 300_000);

const token = (symbol: string): Address => tokenOf(weir, symbol);
const bundle = (actions: readonly Action[]) => askBundle({ weir, safe }, actions);
const execute = (actions: readonly Action[]) => executeBundle({ weir, safe }, actions);
const fundSafe = (symbol: string, amount: bigint) => fund({ weir, safe }, token(symbol), amount);

/** Positions of a protocol in the order of their keys. */
function positionsOf(slug: string): readonly OpenPosition[] {
  const { positions } = weir.service(1).snapshot();
  return [...positions.values()].filter(({ state }) => state.slug === slug);
}

/** The Morpho market that lends a token, with its id in Morpho. */
function marketOf(symbol: string): { readonly positionId: string; readonly id: Hex } {
  const found = positionsOf("morpho-blue").find(
    ({ position }) => position.underlyingTokens[0] === token(symbol),
  );
  if (found === undefined) throw new Error(`Morpho lends no ${symbol}`);
  const id = found.position.id as Hex;
  return { positionId: `1:${MORPHO}:${id}`, id };
}

const morphoPosition = (id: Hex) =>
  node.readContract({
    ...{ address: MORPHO, abi: morphoAbi, functionName: "position", args: [id, safe.address] },
  });

describe("bundles of positions", () => {
  test("default: collateral, loan, loan to others, repayment and withdrawals in markets that share a contract", async () => {
    const [WBTC, USDC, DAI] = [token("WBTC"), token("USDC"), token("DAI")];
    const [usdc, dai] = [marketOf("USDC"), marketOf("DAI")];
    await fundSafe("WBTC", 10n ** 8n);
    const { body } = await execute([
      act("morpho-blue", "deposit", {
        ...{ tokenIn: WBTC, tokenOut: MORPHO, amountIn: `${10n ** 8n}` },
        primaryAddress: usdc.positionId,
      }),
      act("morpho-blue", "borrow", {
        ...{ collateral: WBTC, tokenOut: USDC, amountOut: `${10_000n * 10n ** 6n}` },
      }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(1) }),
      act("morpho-blue", "deposit", {
        ...{ tokenIn: DAI, tokenOut: dai.positionId, amountIn: out(2) },
        primaryAddress: MORPHO,
      }),
      act("morpho-blue", "withdraw", {
        ...{ tokenIn: dai.positionId, tokenOut: DAI, amountOut: `${4_000n * 10n ** 18n}` },
      }),
      act("core", "route", { tokenIn: DAI, tokenOut: USDC, amountIn: out(4) }),
      act("morpho-blue", "repay", {
        ...{ tokenIn: USDC, amountIn: out(5), primaryAddress: usdc.positionId },
      }),
      act("morpho-blue", "withdraw", {
        ...{ tokenIn: usdc.positionId, tokenOut: WBTC, amountOut: "10000000" },
      }),
    ]);
    const [supplyShares] = await morphoPosition(dai.id);
    // The PSM sells whole units of USDC, which have 6 decimals, and leaves the rest of the DAI.
    const { [DAI]: rest = "0", ...amountsOut } = body.amountsOut;
    expect(amountsOut).toEqual({ [dai.positionId]: supplyShares.toString() });
    expect(BigInt(rest)).toBeLessThan(10n ** 12n);
    const [, borrowShares, collateral] = await morphoPosition(usdc.id);
    expect(collateral).toBe(90_000_000n);
    expect(borrowShares).toBeGreaterThan(0n);
    expect(await balanceOf(node, WBTC, safe.address)).toBe(10_000_000n);
    expect(await balanceOf(node, USDC, safe.address)).toBe(0n);
    expect(await balanceOf(node, DAI, safe.address)).toBe(BigInt(rest));
  }, 120_000);

  test("behavior: a route into a stake, its rewards, and out again", async () => {
    const [USDC, WETH, UNI] = [token("USDC"), token("WETH"), token("UNI")];
    // https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
    const pair: Address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    const stake = positionsOf("uniswap-v2-staking").find(
      ({ position }) => position.underlyingTokens[0] === pair,
    )?.position.address;
    if (stake === undefined) throw new Error("nothing takes the pair's shares");
    await fundSafe("USDC", MILLION / 100n);
    const entered = await execute([
      act("core", "route", { tokenIn: USDC, tokenOut: stake, amountIn: `${MILLION / 100n}` }),
    ]);
    const staked = await balanceOf(node, stake, safe.address);
    expect(entered.body.amountsOut).toEqual({ [stake]: staked.toString() });
    await node.mine({ blocks: 20 });
    await weir.mine(1);
    const left = await execute([
      act("uniswap-v2-staking", "harvest", { token: stake }),
      act("core", "route", { tokenIn: UNI, tokenOut: WETH, amountIn: out(0) }),
      act("uniswap-v2-staking", "withdraw", {
        ...{ tokenIn: stake, tokenOut: pair, amountOut: `${staked}`, primaryAddress: stake },
      }),
      act("uniswap-v2", "redeem", { tokenIn: pair, tokenOut: WETH, amountIn: out(2) }),
    ]);
    expect(Object.keys(left.body.amountsOut)).toEqual([WETH]);
    expect(await balanceOf(node, stake, safe.address)).toBe(0n);
    expect(await balanceOf(node, UNI, safe.address)).toBe(0n);
  }, 120_000);

  test("behavior: a chef's pool by its positionId", async () => {
    const [open] = positionsOf("sushiswap-masterchef");
    if (open === undefined) throw new Error("the chef has no pool");
    const { address, id, underlyingTokens } = open.position;
    const positionId = `1:${address}:${id}`;
    const lpToken = underlyingTokens[0] as Address;
    const WETH = token("WETH");
    await fundSafe("WETH", 10n ** 18n);
    const { body } = await execute([
      act("core", "route", { tokenIn: WETH, tokenOut: positionId, amountIn: `${10n ** 18n}` }),
    ]);
    expect(Object.keys(body.amountsOut)).toEqual([positionId]);
    await node.mine({ blocks: 5 });
    await weir.mine(1);
    const left = await execute([
      act("sushiswap-masterchef", "harvest", { token: positionId }),
      act("sushiswap-masterchef", "withdraw", {
        ...{ tokenIn: positionId, tokenOut: lpToken, amountOut: body.amountsOut[positionId] },
      }),
    ]);
    expect(left.body.amountsOut[lpToken]).toBe(body.amountsOut[positionId]);
    expect(Object.keys(left.body.amountsOut)).toHaveLength(2);
  }, 120_000);

  test("behavior: a stake with Convex by a deposit, all that it earns, and out again", async () => {
    const open = positionsOf("convex-finance").find(
      ({ protocol, state }) => (protocol.accountActions?.(state)[1]?.tokensOut.length ?? 0) > 2,
    );
    if (open === undefined) throw new Error("no pool of Convex pays a further reward");
    const { address, primaryAddress, underlyingTokens } = open.position;
    const [lpToken, amount] = [underlyingTokens[0] as Address, 10n ** 21n];
    await fund({ weir, safe }, lpToken, amount);
    const { body } = await execute([
      act("convex-finance", "deposit", {
        ...{ tokenIn: lpToken, tokenOut: address, amountIn: `${amount}`, primaryAddress },
      }),
    ]);
    expect(body.amountsOut).toEqual({ [address]: `${amount}` });
    expect(await balanceOf(node, address, safe.address)).toBe(amount);
    await node.mine({ blocks: 20 });
    await weir.mine(1);
    // Of CVX the devnet has more than may be minted on the real chain.
    const [CRV, LDO] = [token("CRV"), token("LDO")];
    const left = await execute([
      act("convex-finance", "harvest", { token: address }),
      act("convex-finance", "withdraw", {
        ...{ tokenIn: address, tokenOut: lpToken, amountOut: `${amount}` },
      }),
    ]);
    const { [lpToken]: paid, ...earned } = left.body.amountsOut;
    expect(paid).toBe(`${amount}`);
    expect(Object.keys(earned).sort()).toEqual([CRV, LDO].sort());
    for (const reward of [CRV, LDO]) {
      expect(earned[reward]).toBe(`${await balanceOf(node, reward, safe.address)}`);
      expect(BigInt(earned[reward] ?? 0)).toBeGreaterThan(10n ** 9n);
    }
  }, 120_000);

  test("behavior: dollars into a stake with Aura, AURA for the BAL that it earns, and out", async () => {
    const open = positionsOf("aura").find(
      ({ protocol, state }) => (protocol.accountActions?.(state)[1]?.tokensOut.length ?? 0) > 2,
    );
    if (open === undefined) throw new Error("no pool of Aura pays a further reward");
    const { address, underlyingTokens } = open.position;
    const [lpToken, USDC, BAL, LDO] = [underlyingTokens[0], ...["USDC", "BAL", "LDO"].map(token)];
    const contracts = contractsOn(deployments, "aura", 1);
    if (!lpToken || !USDC || !BAL || !LDO || !contracts) throw new Error("a token is missing");
    const { mintedToken: AURA, minting } = contracts;
    await fundSafe("USDC", MILLION / 100n);
    const { body } = await execute([
      act("core", "route", { tokenIn: USDC, tokenOut: address, amountIn: `${MILLION / 100n}` }),
    ]);
    const staked = await balanceOf(node, address, safe.address);
    expect(body.amountsOut).toEqual({ [address]: `${staked}` });
    await node.mine({ blocks: 20 });
    await weir.mine(1);
    const before = await Promise.all([BAL, LDO].map((one) => balanceOf(node, one, safe.address)));
    const measure = await node.readContract({
      ...{ abi: erc20Abi, address: AURA, functionName: "totalSupply" },
    });
    const left = await execute([
      act("aura", "harvest", { token: address }),
      act("aura", "withdraw", {
        ...{ tokenIn: address, tokenOut: lpToken, amountOut: `${staked}` },
      }),
    ]);
    const { [lpToken]: paid, ...earned } = left.body.amountsOut;
    expect(paid).toBe(`${staked}`);
    const bal = (await balanceOf(node, BAL, safe.address)) - (before[0] ?? 0n);
    const ldo = (await balanceOf(node, LDO, safe.address)) - (before[1] ?? 0n);
    const aura = await balanceOf(node, AURA, safe.address);
    expect(earned).toEqual({ [BAL]: `${bal}`, [AURA]: `${aura}`, [LDO]: `${ldo}` });
    // The devnet's pool counts with 40 % of its BAL, as most on the real chain.
    expect(aura).toBe(mintedDown(minting, bal, { measure, weightBps: 4_000n }));
    for (const amount of [bal, aura, ldo]) expect(amount).toBeGreaterThan(10n ** 9n);
  }, 120_000);

  test("behavior: stakes with Convex and Aura are listed with what they take and a yield", async () => {
    for (const slug of ["convex-finance", "aura"]) {
      const response = await weir.app.request(
        `/api/v1/nontokenized?chainId=1&protocolSlug=${slug}`,
      );
      const { data } = (await response.json()) as {
        data: { address: Address; underlyingTokens: { address: Address }[]; apy: number }[];
      };
      expect(data).toHaveLength(2);
      const { positions } = weir.service(1).snapshot();
      for (const { address, underlyingTokens, apy } of data) {
        const [lpToken] = positions.get(address)?.position.underlyingTokens ?? [];
        expect(underlyingTokens.map((one) => one.address)).toEqual([lpToken]);
        expect(apy, `${slug} ${address}`).toBeGreaterThan(1);
        expect(apy, `${slug} ${address}`).toBeLessThan(60);
      }
    }
  });

  test("error: UNKNOWN_POSITION for the contract of several positions, with their ids", async () => {
    const USDC = token("USDC");
    const deposit = { tokenIn: USDC, tokenOut: MORPHO, amountIn: "1000000" };
    const { status, body } = await bundle([act("morpho-blue", "deposit", deposit)]);
    expect([status, body.code]).toEqual([422, "UNKNOWN_POSITION"]);
    expect(body.data?.positionIds).toContain(marketOf("USDC").positionId);
    const tokenOut = `1:${MORPHO}:0x${"00".repeat(32)}`;
    const unknown = await bundle([act("morpho-blue", "deposit", { ...deposit, tokenOut })]);
    expect([unknown.status, unknown.body.code]).toEqual([422, "UNKNOWN_POSITION"]);
    expect(unknown.body.data).toEqual({ index: 0 });
  }, 60_000);

  test("error: SIMULATION_FAILED, with Morpho's own words", async () => {
    const borrow = { collateral: token("WBTC"), tokenOut: token("USDT"), amountOut: "1000000" };
    const { status, body } = await bundle([act("morpho-blue", "borrow", borrow)]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    expect(body.data).toEqual({ index: 0, reason: "insufficient collateral" });
  }, 60_000);
});
