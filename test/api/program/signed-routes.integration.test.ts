import {
  type Account,
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseCompactSignature,
  parseSignature,
  publicActions,
  serializeCompactSignature,
  signatureToCompactSignature,
  walletActions,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { mainnet } from "viem/chains";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeTransaction } from "../../../src/api/decode/decode-transaction.ts";
import { appendSignature } from "../../../src/api/program/append-signature.ts";
import {
  executorOf,
  ROUTER_ADDRESS,
  SHARED_EXECUTOR_ADDRESS,
} from "../../../src/api/program/contracts.ts";
import { eip2612TypedData, permit2TypedData } from "../../../src/api/program/permit-typed-data.ts";
import { planMultiProgram } from "../../../src/api/program/plan-multi.ts";
import {
  encodeRouteMulti,
  encodeRouteWithPermit,
  encodeRouteWithPermit2,
  type MultiRouterOrder,
} from "../../../src/api/program/router-call.ts";
import type { RouterProgram } from "../../../src/api/program/router-program.ts";
import type { Route } from "../../../src/api/router/route.ts";
import { lower, NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { type ChainUnderTest, startChainUnderTest } from "../../devnet/running-devnet.ts";
import { poolHop, routeThrough, wrapHop } from "./devnet-hops.ts";

const CHAIN_ID = 1;
const ETHER = 10n ** 18n;
const DAI_IN = 500n * ETHER;
const FEE_RECEIVER: Address = "0x00000000000000000000000000000000000fee00";
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function approve(address spender, uint256 value) returns (bool)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const pairAbi = parseAbi([
  "function mint(address to) returns (uint256 liquidity)",
  "function burn(address to) returns (uint256 amount0, uint256 amount1)",
]);

let chain: ChainUnderTest;
let client: ReturnType<typeof connect>;
let weth: Address;
let usdc: Address;
let dai: Address;
let permit2: Address;

function connect(url: string) {
  const timing = { cacheTime: 0, pollingInterval: 20 };
  return createTestClient({ mode: "anvil", chain: mainnet, transport: http(url), ...timing })
    .extend(publicActions)
    .extend(walletActions);
}

beforeAll(async () => {
  chain = await startChainUnderTest(CHAIN_ID, { automine: true });
  client = connect(chain.devnet.chains[0]?.url ?? "");
  const facts = CHAINS.get(CHAIN_ID);
  if (facts === undefined) throw new Error("the service has no chain 1");
  permit2 = facts.permit2;
  [weth, usdc, dai] = ["WETH", "USDC", "DAI"].map((symbol) => {
    const token = chain.manifest.tokens.find((one) => one.tier === "hub" && one.symbol === symbol);
    if (token === undefined) throw new Error(`the devnet has no ${symbol}`);
    return token.address;
  }) as [Address, Address, Address];
}, 300_000);

afterAll(async () => {
  await chain?.devnet.stop();
});

async function send(account: Account, to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await client.sendTransaction({ account, to, data, value, gas: 3_000_000n });
  const { status } = await client.waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
}

/** An account with some of each token, whose tokens `spender` may take. */
async function funded(spender: Address | null) {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: 100n * ETHER });
  const mint = (token: Address, amount: bigint) =>
    send(account, token, call("mint", [account.address, amount]));
  await mint(dai, 10n * DAI_IN);
  await mint(usdc, 10_000n * 10n ** 6n);
  await send(account, weth, call("deposit", []), 10n * ETHER);
  for (const token of spender === null ? [] : [weth, dai, usdc]) {
    await send(account, token, call("approve", [spender, maxUint256]));
  }
  return account;
}

function call(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
}

async function balanceOf(token: Address, owner: Address): Promise<bigint> {
  return client.readContract({
    address: token,
    abi: tokenAbi,
    functionName: "balanceOf",
    args: [owner],
  });
}

function pool(venue: string, tokens: readonly [Address, Address]) {
  const found = chain.manifest.pools.find(
    (one) => one.venue === venue && tokens.includes(one.token0) && tokens.includes(one.token1),
  );
  if (found === undefined) throw new Error(`the devnet has no ${venue} pool of ${tokens}`);
  return found;
}

/** One WETH over a pair and DAI over a pool, both for USDC. */
const sales = (): readonly [Route, Route] => [
  routeThrough([poolHop(pool("uniswap-v2", [weth, usdc]), weth)], ETHER),
  routeThrough([poolHop(pool("uniswap-v3", [dai, usdc]), dai)], DAI_IN),
];

async function orderOf(
  account: Account,
  routes: readonly Route[],
  fee: bigint | null = null,
): Promise<{ readonly order: MultiRouterOrder; readonly program: RouterProgram }> {
  const { inputs, ...program } = planMultiProgram(
    routes.map((route) => ({
      route,
      fee: fee === null ? null : { amount: fee, receiver: FEE_RECEIVER },
    })),
    {
      receiver: lower(account.address),
      refundReceiver: lower(account.address),
      executors: { shared: SHARED_EXECUTOR_ADDRESS, own: executorOf(account.address) },
      minimumCredit: null,
    },
  );
  const { timestamp } = await client.getBlock();
  const outcome = { tokenOut: usdc, minAmountOut: 1n, receiver: lower(account.address) };
  return { order: { inputs, ...outcome, deadline: timestamp + 600n }, program };
}

describe("encodeRouteMulti", () => {
  test("default: two inputs for one output, each where its first pool needs it", async () => {
    const account = await funded(ROUTER_ADDRESS);
    const { order, program } = await orderOf(account, sales());
    expect(program.executor).toBe("shared");
    const held = await balanceOf(usdc, account.address);
    const data = encodeRouteMulti(order, program);
    await send(account, ROUTER_ADDRESS, data);
    expect(await balanceOf(usdc, account.address)).toBeGreaterThan(held + 1_000n * 10n ** 6n);
    expect(await balanceOf(weth, account.address)).toBe(9n * ETHER);
    expect(await balanceOf(dai, account.address)).toBe(9n * DAI_IN);
    for (const token of [weth, dai, usdc]) {
      expect(await balanceOf(token, SHARED_EXECUTOR_ADDRESS)).toBe(0n);
    }
    const decoded = decodeTransaction({ to: ROUTER_ADDRESS, data, from: null, value: null });
    expect(decoded.call).toEqual({ function: "routeMulti", order, permit: null, program });
  });

  test("behavior: coin beside a token, wrapped in the caller's own executor; a fee of each", async () => {
    const account = await funded(ROUTER_ADDRESS);
    const [, stable] = sales();
    const coin = routeThrough(
      [wrapHop(weth), poolHop(pool("uniswap-v2", [weth, usdc]), weth)],
      ETHER,
    );
    const { order, program } = await orderOf(account, [coin, stable], 1_000n);
    expect(program.executor).toBe("own");
    expect(order.inputs[0]).toEqual({
      token: ZERO_ADDRESS,
      amount: ETHER + 1_000n,
      payTo: ZERO_ADDRESS,
    });
    const held = await balanceOf(usdc, account.address);
    const fees = await client.getBalance({ address: FEE_RECEIVER });
    await send(account, ROUTER_ADDRESS, encodeRouteMulti(order, program), ETHER + 1_000n);
    expect(await balanceOf(usdc, account.address)).toBeGreaterThan(held + 1_000n * 10n ** 6n);
    expect(await client.getBalance({ address: FEE_RECEIVER })).toBe(fees + 1_000n);
    expect(await balanceOf(dai, FEE_RECEIVER)).toBe(1_000n);
    expect(await client.getCode({ address: executorOf(account.address) })).toBeDefined();
    expect(coin.tokenIn).toBe(NATIVE);
  });
});

describe("encodeRouteWithPermit2", () => {
  test.each([1, 2])("default: %i inputs for one signature", async (count) => {
    const account = await funded(permit2);
    const { order, program } = await orderOf(account, sales().slice(0, count));
    const { inputs, deadline } = order;
    const nonce = 7n;
    const typed = permit2TypedData({ chainId: CHAIN_ID, permit2 }, { inputs, nonce, deadline });
    const signature =
      typed.primaryType === "PermitTransferFrom"
        ? await account.signTypedData(typed)
        : await account.signTypedData(typed);
    const held = await balanceOf(usdc, account.address);
    const unsigned = encodeRouteWithPermit2(order, { nonce, program });
    await send(account, ROUTER_ADDRESS, appendSignature(unsigned, signature));
    expect(await balanceOf(usdc, account.address)).toBeGreaterThan(held);
    expect(await balanceOf(weth, account.address)).toBe(9n * ETHER);
    const read = (data: Hex) =>
      decodeTransaction({ to: ROUTER_ADDRESS, data, from: null, value: null }).call;
    expect(read(unsigned)).toMatchObject({ permit: { kind: "permit2", nonce, signature: null } });
    expect(read(appendSignature(unsigned, signature))).toEqual({
      ...{ function: "routeWithPermit2", order, program },
      permit: { kind: "permit2", nonce, signature },
    });
  });
});

describe("encodeRouteWithPermit", () => {
  test.each([
    "65 bytes",
    "64 bytes",
  ])("default: shares of a pair, signed for in %s", async (form) => {
    const account = await funded(null);
    const shares = pool("uniswap-v2", [weth, usdc]).address;
    await send(account, weth, call("transfer", [shares, ETHER]));
    await send(account, usdc, call("transfer", [shares, 2_000n * 10n ** 6n]));
    const mint = { abi: pairAbi, functionName: "mint", args: [account.address] } as const;
    await send(account, shares, encodeFunctionData(mint));
    const amountIn = await balanceOf(shares, account.address);
    expect(amountIn).toBeGreaterThan(0n);
    const { timestamp } = await client.getBlock();
    const deadline = timestamp + 600n;
    const on = { token: shares, owner: account.address, amount: amountIn, nonce: 0n, deadline };
    // https://github.com/Uniswap/v2-core/blob/v1.0.1/contracts/UniswapV2ERC20.sol#L9
    const domain = { name: "Uniswap V2", version: "1", chainId: CHAIN_ID };
    const full = await account.signTypedData(eip2612TypedData(domain, on));
    const signature =
      form === "65 bytes"
        ? full
        : serializeCompactSignature(signatureToCompactSignature(parseSignature(full)));
    if (form === "64 bytes")
      expect(parseCompactSignature(signature).r).toBe(parseSignature(full).r);
    const burn = { abi: pairAbi, functionName: "burn", args: [account.address] } as const;
    const program: RouterProgram = {
      executor: "own",
      registers: 1,
      steps: [
        {
          ...{ op: "call", target: shares, valueRegister: 0, out: 0, outWord: 0 },
          ...{ approvals: [], splices: [], data: encodeFunctionData(burn) },
        },
      ],
    };
    const outcome = { tokenOut: usdc, minAmountOut: 1n, receiver: account.address, deadline };
    const order = { tokenIn: shares, amountIn, payTo: shares, ...outcome };
    const held = await balanceOf(usdc, account.address);
    await send(
      account,
      ROUTER_ADDRESS,
      appendSignature(encodeRouteWithPermit(order, program), signature),
    );
    expect(await balanceOf(usdc, account.address)).toBeGreaterThan(held);
    expect(await balanceOf(shares, account.address)).toBe(0n);
  });
});
