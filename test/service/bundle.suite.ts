import { type Address, type Hex, maxUint256, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { STANDARDS } from "../../src/api/http/routes/standards.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { sized } from "../harness/size.ts";
import {
  type Answer,
  approveExactly,
  ask,
  balanceOf,
  deal,
  sendFrom,
  tokenOf,
} from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e4";
/** The fourth of anvil's well-known development accounts. */
const KEY: Hex = "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6";
const RANDOM_BUNDLES = sized({ always: 12, nightly: 40 });

/**
 * Standards that `lending-bundle.suite.ts` executes, and those of `range-bundle.suite.ts`; the
 * others must have been executed when this suite ends.
 */
const OF_LENDING: readonly string[] = ["borrow", "harvest", "repay", "withdraw"];
const OF_RANGES: readonly string[] = ["depositclmm", "redeemclmm"];
const executed = new Set<string>();

let weir: RunningService;
let node: DevnetClient;
let safe: Safe;
let WETH: Address;
let USDC: Address;
let DAI: Address;
let WBTC: Address;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 24n });
  safe = await createSafe(weir, OWNER);
  [WETH, USDC, DAI, WBTC] = ["WETH", "USDC", "DAI", "WBTC"].map((symbol) =>
    tokenOf(weir, symbol),
  ) as [Address, Address, Address, Address];
}, 300_000);

interface Action {
  readonly protocol: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const act = (protocol: string, action: string, args: Action["args"]): Action => ({
  protocol,
  action,
  args,
});
const out = (index: number) => ({ useOutputOfCallAt: index });

function bundle(actions: readonly Action[], query: Record<string, string> = {}): Promise<Answer> {
  return ask(weir, "bundle", { fromAddress: safe.address, ...query }, actions);
}

/**
 * Runs an answered bundle in the Safe and checks that the gainer gained exactly what was answered.
 */
async function executeInSafe(
  actions: readonly Action[],
  query: Record<string, string> = {},
): Promise<ReadonlyMap<Address, bigint>> {
  const { status, body } = await bundle(actions, query);
  expect(status, JSON.stringify(body)).toBe(200);
  const gainer = (query.receiver ?? safe.address) as Address;
  const tokens = Object.keys(body.amountsOut) as Address[];
  const before = await Promise.all(tokens.map((token) => balanceOf(node, token, gainer)));
  const hash = await safe.delegateCall(body.tx, BigInt(body.gas));
  await weir.mine(1);
  expect((await node.getTransactionReceipt({ hash })).status).toBe("success");
  const after = await Promise.all(tokens.map((token) => balanceOf(node, token, gainer)));
  const gained = new Map(tokens.map((token, i) => [token, (after[i] ?? 0n) - (before[i] ?? 0n)]));
  for (const token of tokens) {
    expect(gained.get(token), `gain of ${token}`).toBe(BigInt(body.amountsOut[token] ?? "0"));
  }
  for (const { action } of actions) executed.add(action);
  return gained;
}

const fundSafe = (token: Address, amount: bigint) =>
  deal(node, { owner: safe.address, token, amount });

describe("bundle", () => {
  test("default: ten actions, six of whose arguments are earlier outputs, in a real Safe", async () => {
    await fundSafe(NATIVE, 10n ** 20n);
    await fundSafe(DAI, 0n);
    const erc20 = "function balanceOf(address owner) view returns (uint256)";
    const gained = await executeInSafe([
      act("weth", "deposit", {
        ...{ tokenIn: NATIVE, tokenOut: WETH, amountIn: `${3n * 10n ** 18n}` },
        primaryAddress: WETH,
      }),
      act("core", "route", { tokenIn: WETH, tokenOut: USDC, amountIn: out(0), slippage: "50" }),
      act("core", "apiswap", { tokenIn: USDC, tokenOut: DAI, amountIn: out(1), slippage: 100 }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: `${10n ** 21n}` }),
      act("core", "call", {
        ...{ address: DAI, method: "balanceOf", abi: erc20, args: [safe.address] },
      }),
      act("uniswap-v3", "swap", {
        ...{ tokenIn: DAI, tokenOut: USDC, amountIn: out(4), slippage: "100" },
      }),
      act("erc20", "approve", { token: USDC, spender: FRIEND, amount: out(5) }),
      act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: out(5), slippage: "100" }),
      act("weth", "redeem", { tokenIn: WETH, tokenOut: NATIVE, amountIn: out(7) }),
      act("erc20", "transfer", { token: NATIVE, recipient: FRIEND, amount: "12345" }),
    ]);
    expect(gained.get(NATIVE)).toBeUndefined();
    expect(await balanceOf(node, DAI, FRIEND)).toBe(10n ** 21n);
    expect(await balanceOf(node, NATIVE, FRIEND)).toBe(12_345n);
    for (const token of [WETH, USDC, DAI]) {
      expect(await balanceOf(node, token, safe.address)).toBe(0n);
    }
  }, 60_000);

  test("behavior: a fee of an output, its division, what the wallet has, and the least of it", async () => {
    await fundSafe(WETH, 10n ** 18n);
    await fundSafe(USDC, 0n);
    await fundSafe(DAI, 7n * 10n ** 18n);
    const held = () => Promise.all([USDC, DAI].map((token) => balanceOf(node, token, FRIEND)));
    const [usdcBefore = 0n, daiBefore = 0n] = await held();
    const actions = [
      act("core", "route", { tokenIn: WETH, tokenOut: USDC, amountIn: `${10n ** 18n}` }),
      act("core", "fee", { token: USDC, amount: out(0), bps: "25", recipient: FRIEND }),
      act("core", "split", { token: USDC, amount: out(1), parts: ["2500", "2500", "5000"] }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(2) }),
      act("core", "merge", { token: USDC, amounts: [{ useOutputOfCallAt: 2, index: 1 }, "77"] }),
      act("core", "minamountout", { token: DAI, amount: `${8n * 10n ** 18n}` }),
      act("core", "balance", { token: DAI }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(6) }),
      act("core", "route", { tokenIn: USDC, tokenOut: WBTC, amountIn: out(4) }),
    ];
    const greedy = { ...actions[5], args: { token: DAI, amount: `${10n ** 30n}` } } as Action;
    const refused = await bundle(actions.map((each, i) => (i === 5 ? greedy : each)));
    expect(refused.body).toMatchObject({ code: "SIMULATION_FAILED", data: { index: 5 } });
    await executeInSafe(actions);
    expect(await balanceOf(node, DAI, safe.address)).toBe(0n);
    const [usdcAfter = 0n, daiAfter = 0n] = await held();
    expect(daiAfter - daiBefore).toBeGreaterThan(8n * 10n ** 18n);
    const [fee, left] = [usdcAfter - usdcBefore, await balanceOf(node, USDC, safe.address)];
    // Half of what the fee left is still there, less what was merged besides its parts.
    expect(fee).toBe((2n * (left + 77n) + fee) / 400n);
    expect(await balanceOf(node, WBTC, safe.address)).toBeGreaterThan(0n);
  }, 60_000);

  test("behavior: what is left at the end goes to the receiver", async () => {
    await fundSafe(USDC, 5_000n * 10n ** 6n);
    await fundSafe(WBTC, 0n);
    const half = `${2_500n * 10n ** 6n}`;
    await executeInSafe(
      [
        act("core", "route", { tokenIn: USDC, tokenOut: WBTC, amountIn: half, slippage: "50" }),
        act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: half, slippage: "50" }),
      ],
      { receiver: RECEIVER },
    );
    expect(await balanceOf(node, WBTC, safe.address)).toBe(0n);
    expect(await balanceOf(node, WBTC, RECEIVER)).toBeGreaterThan(0n);
  }, 60_000);

  test("behavior: a Permit2 signature brings tokens in, which a later action spends", async () => {
    const signer = privateKeyToAccount(KEY);
    const owner = signer.address.toLowerCase() as Address;
    const { permit2 } = weir.service(1).chain;
    const amount = 700n * 10n ** 6n;
    await deal(node, { owner, token: USDC, amount });
    await approveExactly(node, { owner, token: USDC, spender: permit2, amount: maxUint256 });
    await weir.mine(1);
    const deadline = 4_000_000_000n;
    const signature = await signer.signTypedData({
      domain: { name: "Permit2", chainId: 1, verifyingContract: permit2 },
      primaryType: "PermitTransferFrom",
      types: {
        PermitTransferFrom: [
          { name: "permitted", type: "TokenPermissions" },
          { name: "spender", type: "address" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
        TokenPermissions: [
          { name: "token", type: "address" },
          { name: "amount", type: "uint256" },
        ],
      },
      message: { permitted: { token: USDC, amount }, spender: safe.address, nonce: 5n, deadline },
    });
    await executeInSafe([
      act("permit2", "permittransferfrom", {
        ...{ token: USDC, amount: `${amount}`, nonce: "5", deadline: `${deadline}`, signature },
      }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(0), slippage: "50" }),
    ]);
    expect(await balanceOf(node, USDC, owner)).toBe(0n);
  }, 60_000);

  test("behavior: outputs stand inside nested arrays and tuples of a call", async () => {
    const { multicall3 } = weir.service(1).chain;
    await fundSafe(USDC, 10n ** 9n);
    const abi =
      "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[] returnData)";
    await executeInSafe([
      act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: `${10n ** 9n}` }),
      act("weth", "redeem", { tokenIn: WETH, tokenOut: NATIVE, amountIn: out(0) }),
      act("core", "call", {
        ...{ address: multicall3, method: "aggregate3Value", abi, value: out(1) },
        args: [[[FRIEND, false, out(1), "0x"]]],
      }),
    ]);
  }, 60_000);

  test("behavior: index picks any return word of a call", async () => {
    await fundSafe(WETH, 10n ** 18n);
    // https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
    const router = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
    const pair = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    const reserves = "function getReserves() view returns (uint112, uint112, uint32)";
    const quote = "function getAmountOut(uint256, uint256, uint256) pure returns (uint256)";
    const word = (index: number) => ({ useOutputOfCallAt: 0, index });
    const before = await balanceOf(node, WETH, FRIEND);
    const [reserve0, reserve1] = await node.readContract({
      ...{ address: pair, abi: parseAbi([reserves]), functionName: "getReserves" },
    });
    await executeInSafe([
      act("core", "call", { address: pair, method: "getReserves", abi: reserves, args: [] }),
      act("core", "call", {
        ...{ address: router, method: "getAmountOut", abi: quote },
        args: ["1000000", word(0), word(1)],
      }),
      act("erc20", "transfer", { token: WETH, recipient: FRIEND, amount: out(1) }),
    ]);
    const paid = 1_000_000n * 997n;
    const expected = (paid * reserve1) / (reserve0 * 1000n + paid);
    expect((await balanceOf(node, WETH, FRIEND)) - before).toBe(expected);
  }, 60_000);

  test("behavior: a core wallet pulls what the bundle needs from its owner, on first and later use", async () => {
    const wallet = coreWalletOf(OWNER);
    const amount = 1_000n * 10n ** 18n;
    for (const isDeployed of [false, true]) {
      expect((await node.getCode({ address: wallet })) !== undefined).toBe(isDeployed);
      const { status, body } = await ask(
        weir,
        "bundle",
        { fromAddress: OWNER, routingStrategy: "corewallet", receiver: RECEIVER },
        [
          act("core", "route", { tokenIn: DAI, tokenOut: USDC, amountIn: `${amount}` }),
          act("core", "route", { tokenIn: USDC, tokenOut: WBTC, amountIn: out(0) }),
        ],
      );
      expect(status, JSON.stringify(body)).toBe(200);
      await deal(node, { owner: OWNER, token: DAI, amount });
      await approveExactly(node, { owner: OWNER, token: DAI, spender: wallet, amount });
      const before = await balanceOf(node, WBTC, RECEIVER);
      const { to, data } = body.tx;
      const hash = await sendFrom(node, OWNER, { to, data, gas: BigInt(body.gas) });
      await weir.mine(1);
      expect((await node.getTransactionReceipt({ hash })).status).toBe("success");
      const gained = (await balanceOf(node, WBTC, RECEIVER)) - before;
      expect(gained).toBe(BigInt(body.amountsOut[WBTC] ?? "0"));
    }
  }, 60_000);

  test("behavior: neither funds nor allowances are needed to be answered", async () => {
    const stranger = "0x000000000000000000000000000000005734a4e4";
    const { status, body } = await ask(weir, "bundle", { fromAddress: stranger }, [
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: `${10n ** 9n}` }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(0) }),
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.amountsOut).toEqual({});
  });

  test("error: SIMULATION_FAILED names the action that fails and the contract's reason", async () => {
    const erc20 = "function transferFrom(address from, address to, uint256 amount) returns (bool)";
    const { status, body } = await bundle([
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: `${10n ** 9n}` }),
      act("core", "call", {
        ...{ address: WETH, method: "transferFrom", abi: erc20, args: [FRIEND, OWNER, "1"] },
      }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(0) }),
    ]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    expect(body.data?.index).toBe(1);
  });

  test("error: an action that fails on chain rolls everything back", async () => {
    await fundSafe(USDC, 10n ** 9n);
    // No contract sells ether at a fixed price.
    const { body } = await bundle([
      act("core", "route", {
        tokenIn: USDC,
        tokenOut: WETH,
        amountIn: `${10n ** 9n}`,
        slippage: 0,
      }),
      act("erc20", "transfer", { token: WETH, recipient: FRIEND, amount: out(0) }),
    ]);
    const mover = await ask(weir, "route", {
      ...{ fromAddress: OWNER, tokenIn: USDC, tokenOut: WETH, slippage: "10000" },
      amountIn: `${10n ** 12n}`,
    });
    await deal(node, { owner: OWNER, token: USDC, amount: 10n ** 12n });
    const { to, data, value } = mover.body.tx;
    await approveExactly(node, { owner: OWNER, token: USDC, spender: to, amount: 10n ** 12n });
    const gas = BigInt(mover.body.gas);
    await sendFrom(node, OWNER, { to, data, value: BigInt(value), gas });
    const before = await balanceOf(node, WETH, FRIEND);
    const hash = await safe.delegateCall(body.tx, BigInt(body.gas));
    await weir.mine(1);
    // Safe itself reverts (GS013) when the inner call fails and no safeTxGas was set.
    expect((await node.getTransactionReceipt({ hash })).status).toBe("reverted");
    expect(await balanceOf(node, USDC, safe.address)).toBe(10n ** 9n);
    expect(await balanceOf(node, WETH, FRIEND)).toBe(before);
  }, 60_000);

  test("error: ACTION_UNSUPPORTED for what the protocol does not offer", async () => {
    const { status, body } = await bundle([
      act("weth", "harvest", { token: WETH, primaryAddress: WETH }),
    ]);
    expect([status, body.code]).toEqual([422, "ACTION_UNSUPPORTED"]);
  });

  test(`behavior: ${RANDOM_BUNDLES} random bundles gain exactly what is answered`, async () => {
    const random = createRandom(31);
    const tokens = [NATIVE, WETH, USDC, DAI, WBTC];
    const pick = (): Address => tokens[Math.floor(random() * tokens.length)] ?? NATIVE;
    const one = (token: Address): bigint =>
      10n ** BigInt(weir.service(1).snapshot().tokens.get(token)?.decimals ?? 18);
    for (let done = 0; done < RANDOM_BUNDLES; done++) {
      for (const token of tokens) {
        await fundSafe(token, 1_000n * one(token));
      }
      const actions: Action[] = [];
      const outputs: { readonly token: Address; readonly index: number }[] = [];
      const length = 1 + Math.floor(random() * 6);
      while (actions.length < length) {
        const earlier = outputs[Math.floor(random() * outputs.length * 2)];
        const tokenIn = earlier?.token ?? pick();
        const literal = (one(tokenIn) * BigInt(1 + Math.floor(random() * 90))) / 100n;
        const amountIn = earlier === undefined ? `${literal}` : out(earlier.index);
        if (earlier !== undefined) outputs.splice(outputs.indexOf(earlier), 1);
        if (earlier !== undefined && random() < 0.3) {
          actions.push(
            act("erc20", "transfer", { token: tokenIn, recipient: FRIEND, amount: amountIn }),
          );
          continue;
        }
        const tokenOut = pick();
        if (tokenOut === tokenIn) {
          if (earlier !== undefined) outputs.push(earlier);
          continue;
        }
        outputs.push({ token: tokenOut, index: actions.length });
        actions.push(
          act("core", "route", {
            tokenIn,
            tokenOut,
            amountIn,
            slippage: `${random() < 0.5 ? 0 : 30}`,
          }),
        );
      }
      await executeInSafe(actions, random() < 0.5 ? { receiver: RECEIVER } : {});
    }
  }, 240_000);

  test("behavior: every standard was executed here or by another suite", () => {
    for (const { name } of STANDARDS) {
      if ([...OF_LENDING, ...OF_RANGES].includes(name)) continue;
      expect([...executed]).toContain(name);
    }
  });
});
