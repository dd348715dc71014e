import { type Address, erc20Abi, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import {
  type Action,
  act,
  askBundle,
  askCoreBundle,
  createWallet,
  executeBundle,
  fund,
  fundCoreWallet,
  out,
} from "../harness/bundles.ts";
import { mined, sendAnswer } from "../harness/execution.ts";
import type { Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { balanceOf, bodyOf, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e5";
/** https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts */
const POOL: Address = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
const ONE = 10n ** 18n;

const aaveAbi = parseAbi([
  "struct ReserveData { uint256 configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }",
  "function getReserveData(address asset) view returns (ReserveData)",
]);

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;
let tokens: Readonly<Record<"WETH" | "WBTC" | "USDC" | "DAI" | "AAVE" | "LDO", Address>>;

beforeAll(async () => {
  ({ weir, safe } = await createWallet(OWNER));
  node = weir.node(1);
  const [WETH, WBTC, USDC, DAI, AAVE, LDO] = ["WETH", "WBTC", "USDC", "DAI", "AAVE", "LDO"].map(
    (symbol) => tokenOf(weir, symbol),
  ) as [Address, Address, Address, Address, Address, Address];
  tokens = { WETH, WBTC, USDC, DAI, AAVE, LDO };
}, 300_000);

const bundle = (actions: readonly Action[], query: Readonly<Record<string, string>> = {}) =>
  askBundle({ weir, safe }, actions, query);
const execute = (actions: readonly Action[], query: Readonly<Record<string, string>> = {}) =>
  executeBundle({ weir, safe }, actions, query);

/** The token that a protocol issues for another one. */
function shareOf(slug: string, underlying: Address): Address {
  const issued = [...weir.service(1).snapshot().defiTokens.values()].find(
    ({ token, state }) => state.slug === slug && token.underlyingTokens[0] === underlying,
  );
  if (issued === undefined) throw new Error(`${slug} issues nothing for ${underlying}`);
  return issued.token.address;
}

const fundSafe = (token: Address, amount: bigint) => fund({ weir, safe }, token, amount);

async function debtOf(account: Address, asset: Address): Promise<bigint> {
  const reserve = await node.readContract({
    ...{ address: POOL, abi: aaveAbi, functionName: "getReserveData", args: [asset] },
  });
  return node.readContract({
    ...{ address: reserve.variableDebtTokenAddress, abi: erc20Abi, functionName: "balanceOf" },
    args: [account],
  });
}

describe("lending bundle", () => {
  test("default: collateral, loan, swap, deposit elsewhere, repayment, withdrawal and rewards in one", async () => {
    const { WETH, WBTC, USDC, DAI, AAVE, LDO } = tokens;
    const [aWETH, aUSDC, spUSDC] = [
      ...[shareOf("aave-v3", WETH), shareOf("aave-v3", USDC), shareOf("spark", USDC)],
    ] as [Address, Address, Address];
    await fundSafe(USDC, 10n ** 12n);
    await fundSafe(WETH, 10n * ONE);
    await execute([
      act("aave-v3", "deposit", { tokenIn: USDC, tokenOut: aUSDC, amountIn: `${10n ** 12n}` }),
    ]);
    await node.mine({ blocks: 20 });
    await weir.mine(1);
    const { body } = await execute([
      act("aave-v3", "deposit", { tokenIn: WETH, tokenOut: aWETH, amountIn: `${10n * ONE}` }),
      act("aave-v3", "borrow", {
        ...{ collateral: WETH, tokenOut: DAI, amountOut: `${8_000n * ONE}` },
        primaryAddress: POOL,
      }),
      act("uniswap-v3", "swap", { tokenIn: DAI, tokenOut: USDC, amountIn: out(1) }),
      act("spark", "deposit", { tokenIn: USDC, tokenOut: spUSDC, amountIn: out(2) }),
      act("spark", "withdraw", {
        tokenIn: spUSDC,
        tokenOut: USDC,
        amountOut: `${3_000n * 10n ** 6n}`,
      }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(4) }),
      act("aave-v3", "repay", { tokenIn: DAI, amountIn: out(5) }),
      act("aave-v3", "withdraw", { tokenIn: aWETH, tokenOut: WETH, amountOut: `${ONE}` }),
      // The list says so of aUSDC; the rewards are claimed of another contract.
      act("aave-v3", "harvest", { token: aUSDC, primaryAddress: POOL }),
      act("core", "route", { tokenIn: AAVE, tokenOut: WBTC, amountIn: out(8, 0) }),
      act("erc20", "transfer", { token: LDO, recipient: FRIEND, amount: out(8, 1) }),
    ]);
    const steps = body.route.map(({ action }) => action).filter((action) => action !== "swap");
    expect(steps).toEqual([
      ...["deposit", "borrow", "deposit", "withdraw", "repay", "withdraw", "harvest", "transfer"],
    ]);
    expect(Object.keys(body.amountsOut).sort()).toEqual([aWETH, spUSDC, WBTC].sort());
    expect(await balanceOf(node, LDO, FRIEND)).toBeGreaterThan(0n);
    expect(await balanceOf(node, LDO, safe.address)).toBe(0n);
    for (const token of [DAI, AAVE]) expect(await balanceOf(node, token, safe.address)).toBe(0n);
    expect(await balanceOf(node, WETH, safe.address)).toBe(ONE);
    expect(await debtOf(safe.address, DAI)).toBeGreaterThan(4_900n * ONE);
    expect(await debtOf(safe.address, DAI)).toBeLessThan(5_100n * ONE);
  }, 120_000);

  test("behavior: repayment of more than the debt takes the debt and gives that as its output", async () => {
    const { DAI } = tokens;
    await weir.mine(1);
    await fundSafe(DAI, 20_000n * ONE);
    await execute([
      act("aave-v3", "repay", { tokenIn: DAI, amountIn: `${15_000n * ONE}` }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(0) }),
    ]);
    expect(await debtOf(safe.address, DAI)).toBe(0n);
    const sent = await balanceOf(node, DAI, FRIEND);
    expect(sent).toBeGreaterThan(4_900n * ONE);
    expect(await balanceOf(node, DAI, safe.address)).toBe(20_000n * ONE - 2n * sent);
  }, 60_000);

  test("behavior: a core wallet lends and borrows for its owner", async () => {
    const { WETH, USDC, DAI } = tokens;
    const wallet = coreWalletOf(OWNER);
    const amount = 5n * ONE;
    const aWETH = shareOf("aave-v3", WETH);
    const actions = [
      act("aave-v3", "deposit", { tokenIn: WETH, tokenOut: aWETH, amountIn: `${amount}` }),
      act("aave-v3", "borrow", { collateral: aWETH, tokenOut: USDC, amountOut: "1000000000" }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(1) }),
    ];
    const body = bodyOf(await askCoreBundle(weir, OWNER, { actions }));
    await fundCoreWallet(node, OWNER, { token: WETH, amount });
    await mined(weir, await sendAnswer(node, body));
    expect(await balanceOf(node, DAI, wallet)).toBe(BigInt(body.amountsOut[DAI] ?? "0"));
    expect(await balanceOf(node, aWETH, wallet)).toBe(BigInt(body.amountsOut[aWETH] ?? "0"));
    expect(await debtOf(wallet, USDC)).toBeGreaterThanOrEqual(10n ** 9n);
  }, 60_000);

  test("behavior: what adding liquidity leaves over goes to the refund receiver", async () => {
    const { WETH, USDC } = tokens;
    // https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
    const pair: Address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    const refundReceiver: Address = "0x000000000000000000000000000000000000dead";
    const amount = 1_234_567_891n;
    for (const refund of [{ refundReceiver }, {}] as const) {
      await fundSafe(USDC, amount);
      await fundSafe(WETH, ONE);
      await execute(
        [
          act("uniswap-v2", "deposit", { tokenIn: USDC, tokenOut: pair, amountIn: `${amount}` }),
          act("uniswap-v2", "redeem", { tokenIn: pair, tokenOut: WETH, amountIn: out(0) }),
          act("erc20", "transfer", { token: WETH, recipient: FRIEND, amount: out(1) }),
        ],
        refund,
      );
      const rests = [USDC, WETH].map((token) => [token, safe.address] as const);
      const kept = await Promise.all(rests.map(([token, owner]) => balanceOf(node, token, owner)));
      const paid = await Promise.all(
        [USDC, WETH].map((token) => balanceOf(node, token, refundReceiver)),
      );
      const isKept = Object.keys(refund).length === 0;
      expect(kept[0] === 0n && kept[1] === ONE).toBe(!isKept);
      expect((paid[0] ?? 0n) + (paid[1] ?? 0n)).toBeGreaterThan(0n);
    }
  }, 60_000);

  test("error: SIMULATION_FAILED with the action and the market's own reason", async () => {
    const { WETH, USDC, DAI } = tokens;
    const stranger = { fromAddress: "0x000000000000000000000000000000005734a4e4" };
    const [aWETH, aUSDC] = [shareOf("aave-v3", WETH), shareOf("aave-v3", USDC)];
    const deposit = act("aave-v3", "deposit", {
      ...{ tokenIn: WETH, tokenOut: aWETH, amountIn: `${ONE}` },
    });
    const reasons = [
      [
        act("aave-v3", "borrow", {
          collateral: WETH,
          tokenOut: DAI,
          amountOut: `${10_000n * ONE}`,
        }),
        "HealthFactorLowerThanLiquidationThreshold",
      ],
      [
        act("aave-v3", "withdraw", { tokenIn: aUSDC, tokenOut: USDC, amountOut: "5" }),
        "NotEnoughAvailableUserBalance",
      ],
      [act("aave-v3", "repay", { tokenIn: USDC, amountIn: "5" }), "NoDebtOfSelectedType"],
    ] as const;
    for (const [action, reason] of reasons) {
      const { status, body } = await bundle([deposit, action], stranger);
      expect([status, body.code, body.data]).toEqual([
        ...[422, "SIMULATION_FAILED", { index: 1, reason }],
      ]);
    }
  }, 60_000);

  test("error: CAP_EXCEEDED with the most that the market takes, which works", async () => {
    const { AAVE } = tokens;
    const aAAVE = shareOf("aave-v3", AAVE);
    const deposit = (amount: bigint) =>
      bundle([
        act("aave-v3", "deposit", { tokenIn: AAVE, tokenOut: aAAVE, amountIn: `${amount}` }),
      ]);
    const refused = await deposit(10_000n * ONE);
    expect([refused.status, refused.body.code]).toEqual([422, "CAP_EXCEEDED"]);
    expect(refused.body.data).toMatchObject({ index: 0, reason: "SupplyCapExceeded" });
    const most = BigInt(String(refused.body.data?.maxAmountIn));
    expect((await deposit(most)).status).toBe(200);
    expect((await deposit(most + ONE)).body.code).toBe("CAP_EXCEEDED");
  }, 60_000);
});
