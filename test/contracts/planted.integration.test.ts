import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from "viem";
import { mainnet } from "viem/chains";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SPARK } from "../../devnet/protocols/aave-v3-markets.ts";
import { encodeFunctionTemplate } from "../../src/api/program/call-data.ts";
import { executorOf, ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { encodeRoute } from "../../src/api/program/router-call.ts";
import type { CallStep, Step } from "../../src/api/program/steps.ts";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { type ChainUnderTest, startChainUnderTest } from "../devnet/running-devnet.ts";
import { receiptOf } from "../harness/mined.ts";

/** Of version 3.0, where aTokens that arrive secure what is owed; since 3.6 they do not. */
const POOL = lower(SPARK.pool);
const ATTACKER: Address = "0x000000000000000000000000000000000000bad1";
const VICTIM: Address = "0x000000000000000000000000000000000000b0b1";
const STAKE = 10n ** 15n;
const REDEEMED = 1_000n * 10n ** 6n;
const DAY_SECONDS = 86_400;
const WAD = 10n ** 18n;

const supply = parseAbi([
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
]);
const withdraw = parseAbi([
  "function withdraw(address asset, uint256 amount, address to) returns (uint256)",
]);
const borrow = parseAbi([
  "function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
]);
const viewAbi = parseAbi([
  "function getUserAccountData(address user) view returns (uint256 totalCollateralBase, uint256 totalDebtBase, uint256 availableBorrowsBase, uint256 currentLiquidationThreshold, uint256 ltv, uint256 healthFactor)",
  "function getReserveData(address asset) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 currentLiquidityRate, uint128 variableBorrowIndex, uint128 currentVariableBorrowRate, uint128 currentStableBorrowRate, uint40 lastUpdateTimestamp, uint16 id, address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress, address interestRateStrategyAddress, uint128 accruedToTreasury, uint128 unbacked, uint128 isolationModeTotalDebt))",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value) returns (bool)",
  "function transfer(address to, uint256 value) returns (bool)",
]);

let chain: ChainUnderTest;
let client: ReturnType<typeof connect>;
let weth: Address;
let usdc: Address;
let shares: Address;

function connect(url: string) {
  const timing = { cacheTime: 0, pollingInterval: 20 };
  return createTestClient({ mode: "anvil", chain: mainnet, transport: http(url), ...timing })
    .extend(publicActions)
    .extend(walletActions);
}

beforeAll(async () => {
  chain = await startChainUnderTest(1, { automine: true });
  client = connect(chain.devnet.chains[0]?.url ?? "");
  [weth, usdc] = ["WETH", "USDC"].map((symbol) => {
    const token = chain.manifest.tokens.find((one) => one.tier === "hub" && one.symbol === symbol);
    if (token === undefined) throw new Error(`the devnet has no ${symbol}`);
    return token.address;
  }) as [Address, Address];
  const reserve = await client.readContract({
    ...{ address: POOL, abi: viewAbi, functionName: "getReserveData", args: [usdc] },
  });
  shares = lower(reserve.aTokenAddress);
  for (const address of [ATTACKER, VICTIM]) {
    await client.setBalance({ address, value: 10n ** 20n });
    await client.impersonateAccount({ address });
  }
  await send(VICTIM, usdc, token("mint", [VICTIM, 10n * REDEEMED]));
  await send(VICTIM, usdc, token("approve", [POOL, 10n * REDEEMED]));
  const args = [usdc, 10n * REDEEMED, VICTIM, 0] as const;
  await send(VICTIM, POOL, encodeFunctionData({ abi: supply, functionName: "supply", args }));
  await send(VICTIM, shares, token("approve", [ROUTER_ADDRESS, 10n * REDEEMED]));
}, 300_000);

afterAll(async () => {
  await chain?.devnet.stop();
});

function token(
  functionName: "mint" | "approve" | "transfer",
  args: readonly [Address, bigint],
): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName, args });
}

async function send(from: Address, to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await client.sendTransaction({ account: from, to, data, value, gas: 3_000_000n });
  const { status } = await receiptOf(client, hash);
  expect(status).toBe("success");
}

/** A call of the pool whose amount is what a register holds. */
function poolCall(
  abi: typeof supply | typeof withdraw,
  of: {
    readonly register: number;
    readonly args: (amount: bigint) => readonly unknown[];
  },
): CallStep {
  const { data, amountOffsets } = encodeFunctionTemplate(abi[0], of.args);
  return {
    ...{ op: "call", target: POOL, valueRegister: 0, out: 0, outWord: 0, approvals: [], data },
    splices: amountOffsets.map((offset) => ({ register: of.register, offset })),
  };
}

async function route(
  caller: Address,
  on: { readonly tokenIn: Address; readonly amountIn: bigint; readonly steps: readonly Step[] },
): Promise<Hex> {
  const { tokenIn, amountIn, steps } = on;
  const { timestamp } = await client.getBlock();
  const order = { tokenIn, amountIn, payTo: ZERO_ADDRESS, tokenOut: usdc };
  const outcome = { minAmountOut: 1n, receiver: caller, deadline: timestamp + 600n };
  return encodeRoute({ ...order, ...outcome }, { executor: "own", registers: 3, steps });
}

/** Supplies a stake in the attacker's own name there, and takes home what can be borrowed on it. */
async function plant(amount: bigint): Promise<Hex> {
  const executor = executorOf(ATTACKER);
  const supplied = poolCall(supply, { register: 1, args: (x) => [weth, x, executor, 0] });
  const args = [usdc, amount, 2n, 0, executor] as const;
  const data = encodeFunctionData({ abi: borrow, functionName: "borrow", args });
  const steps: readonly Step[] = [
    { op: "pull", in: 1, to: executor },
    { ...supplied, approvals: [{ register: 1, token: weth }] },
    { ...supplied, splices: [], data },
    { op: "set", out: 2, literal: amount },
    { op: "send", in: 2, token: usdc, to: ATTACKER },
  ];
  return route(ATTACKER, { tokenIn: weth, amountIn: STAKE, steps });
}

/** The steps that the service plans for a redemption: measured, withdrawn to the receiver. */
async function redeem(caller: Address): Promise<Hex> {
  const executor = executorOf(caller);
  const withdrawn = poolCall(withdraw, { register: 2, args: (x) => [usdc, x, caller] });
  const steps: readonly Step[] = [
    { op: "balance", out: 2, token: shares },
    { op: "pull", in: 1, to: executor },
    { op: "gain", out: 2, token: shares },
    withdrawn,
  ];
  return route(caller, { tokenIn: shares, amountIn: REDEEMED, steps });
}

async function healthOf(account: Address): Promise<bigint> {
  const data = await client.readContract({
    ...{ address: POOL, abi: viewAbi, functionName: "getUserAccountData", args: [account] },
  });
  return data[5];
}

async function passes(from: Address, data: Hex, value = 0n): Promise<boolean> {
  return client.call({ account: from, to: ROUTER_ADDRESS, data, value }).then(
    () => true,
    () => false,
  );
}

describe("Router", () => {
  test("behavior: a debt planted with a lender is the planter's own", async () => {
    let [low, high] = [1n, 10n * 10n ** 6n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (await passes(ATTACKER, await plant(middle), STAKE)) low = middle;
      else high = middle;
    }
    await send(ATTACKER, ROUTER_ADDRESS, await plant(low), STAKE);
    expect(await healthOf(executorOf(ATTACKER))).toBeLessThan(2n * WAD);

    // Interest of some years passes what the stake covers.
    await client.removeBlockTimestampInterval();
    await client.increaseTime({ seconds: 20 * 365 * DAY_SECONDS });
    await client.mine({ blocks: 1 });
    expect(await healthOf(executorOf(ATTACKER))).toBeLessThan(WAD);

    await send(VICTIM, shares, token("approve", [ROUTER_ADDRESS, 10n * REDEEMED]));
    expect(await passes(VICTIM, await redeem(VICTIM))).toBe(true);
    await send(VICTIM, ROUTER_ADDRESS, await redeem(VICTIM));

    // The attacker has shut out nobody but himself.
    await send(VICTIM, shares, token("transfer", [ATTACKER, 2n * REDEEMED]));
    await send(ATTACKER, shares, token("approve", [ROUTER_ADDRESS, 2n * REDEEMED]));
    expect(await passes(ATTACKER, await redeem(ATTACKER))).toBe(false);
  }, 120_000);
});
