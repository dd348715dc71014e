import { type Address, encodeFunctionData, parseAbi } from "viem";
import { delegateExecutorAbi } from "../../abis/weir/DelegateExecutor.ts";
import type { DevnetPool } from "../../devnet/manifest.ts";
import type { Host } from "../../src/api/program/builder.ts";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  coreWalletOf,
  DELEGATE_EXECUTOR_ADDRESS,
} from "../../src/api/program/contracts.ts";
import { encodeProgram } from "../../src/api/program/encode.ts";
import { planWalletProgram } from "../../src/api/program/wallet-plan.ts";
import { asJoint } from "../../src/api/router/merging.ts";
import { type Call, measure, send } from "./chain.ts";
import { benchAccount, fund, type Market } from "./market.ts";
import { PROTOTYPE_ACCOUNTS } from "./prototype.ts";
import type { AccountRow } from "./report.ts";
import { createSafe, safeCall } from "./safe.ts";
import { hop, poolEdge, routeThrough } from "./weir.ts";

// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v3/reference/deployments/Ethereum-Deployments.md
const SWAP_ROUTER: Address = "0xE592427A0AEce92De3Edee1F18E0157C05861564";
const swapRouterAbi = parseAbi([
  "struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }",
  "function exactInputSingle(Single params) payable returns (uint256 amountOut)",
]);
const approveAbi = parseAbi(["function approve(address spender, uint256 amount)"]);

const USDC_IN = 1_000n * 10n ** 6n;
/** Least output that is accepted, of the expected one. */
const MIN_PERMILLE = 995n;

/** An account that runs programs, and how the user reaches it. */
interface Runner {
  readonly account: Address;
  readonly host: Host;
  /** Contract that gets `execute`; a Safe delegate-calls it. */
  readonly target: Address;
}

type Family = "V2" | "V3";

/** Measures one-hop swaps from 1,000 USDC to WETH by accounts that hold the USDC. */
export async function measureAccounts(market: Market): Promise<readonly AccountRow[]> {
  return [
    ...(await measureSafe(market)),
    ...(await measureCoreWallet(market)),
    ...(await measure7702(market)),
  ];
}

async function measureSafe(market: Market): Promise<readonly AccountRow[]> {
  const { client, user } = market;
  const safe = await createSafe(market);
  await fund(market, safe);
  const runner: Runner = {
    account: safe,
    host: { address: safe, receivesCallbacks: false },
    target: DELEGATE_EXECUTOR_ADDRESS,
  };
  const rows: AccountRow[] = [];
  for (const family of ["V2", "V3"] as const) {
    const by = family === "V2" ? "program" : "program, prepaid adapter";
    rows.push(
      await measureRow(market, {
        name: `Safe, ${family}: ${by}`,
        prototypeGas: PROTOTYPE_ACCOUNTS.safe[family],
        family,
        receiver: safe,
        call: (minAmountOut) =>
          safeCall(market, {
            safe,
            call: executeCall(market, { runner, family, receiver: safe, minAmountOut }),
            operation: "delegatecall",
          }),
      }),
    );
  }
  const args = [SWAP_ROUTER, USDC_IN * 10n] as const;
  const approve: Call = {
    to: market.usdc,
    data: encodeFunctionData({ abi: approveAbi, functionName: "approve", args }),
  };
  await send(client, user, await safeCall(market, { safe, call: approve, operation: "call" }));
  const plain = await measureRow(market, {
    name: "Safe, V3: SwapRouter, allowance set before",
    prototypeGas: null,
    family: "V3",
    receiver: safe,
    call: (minAmountOut) =>
      safeCall(market, {
        safe,
        call: swapRouterCall(market, safe, minAmountOut),
        operation: "call",
      }),
  });
  return [...rows, plain];
}

async function measureCoreWallet(market: Market): Promise<readonly AccountRow[]> {
  const { client, user } = market;
  const receiver = user.address;
  const wallet = coreWalletOf(user.address);
  await fund(market, wallet);
  const host: Host = { address: wallet, receivesCallbacks: true };
  const rowsAt = async (target: Address, use: "first" | "later") => {
    const runner: Runner = { account: wallet, host, target };
    const gas = PROTOTYPE_ACCOUNTS[use === "first" ? "coreWalletFirst" : "coreWalletLater"];
    const rows: AccountRow[] = [];
    for (const family of ["V2", "V3"] as const) {
      rows.push(
        await measureRow(market, {
          name: `CoreWallet, ${family}: ${use} use${use === "first" ? ", deploys it" : ""}`,
          prototypeGas: gas[family],
          family,
          receiver,
          call: async (minAmountOut) =>
            executeCall(market, { runner, family, receiver, minAmountOut }),
        }),
      );
    }
    return rows;
  };
  const first = await rowsAt(CORE_WALLET_FACTORY_ADDRESS, "first");
  const runner: Runner = { account: wallet, host, target: CORE_WALLET_FACTORY_ADDRESS };
  const swap = { runner, family: "V2", receiver, minAmountOut: 1n } as const;
  await send(client, user, executeCall(market, swap));
  return [...first, ...(await rowsAt(wallet, "later"))];
}

async function measure7702(market: Market): Promise<readonly AccountRow[]> {
  const { client } = market;
  const account = benchAccount(2);
  const { address } = account;
  await fund(market, address);
  const authorization = await client.signAuthorization({
    account,
    contractAddress: ACCOUNT_7702_ADDRESS,
    executor: "self",
  });
  await send(client, account, { to: address, authorizationList: [authorization] });
  const host: Host = { address, receivesCallbacks: true };
  const runner: Runner = { account: address, host, target: address };
  const rows: AccountRow[] = [];
  for (const family of ["V2", "V3"] as const) {
    rows.push(
      await measureRow(
        { ...market, user: account },
        {
          name: `EIP-7702 account, ${family}: delegation set before`,
          prototypeGas: PROTOTYPE_ACCOUNTS.account7702[family],
          family,
          receiver: address,
          call: async (minAmountOut) =>
            executeCall(market, { runner, family, receiver: address, minAmountOut }),
        },
      ),
    );
  }
  return rows;
}

async function measureRow(
  { client, user, weth }: Market,
  on: Pick<AccountRow, "name" | "prototypeGas" | "family"> & {
    readonly receiver: Address;
    call(minAmountOut: bigint): Promise<Call>;
  },
): Promise<AccountRow> {
  const { name, prototypeGas, family, receiver } = on;
  const measured = async (minAmountOut: bigint) =>
    measure(client, user, {
      calls: [await on.call(minAmountOut)],
      gain: { tokenOut: weth, receiver },
    });
  const { amountOut } = await measured(1n);
  const { gas, bytes, frames } = await measured((amountOut * MIN_PERMILLE) / 1000n);
  return { name, family, gas, bytes, frames, prototypeGas };
}

/** `execute` with the program that the service plans. */
function executeCall(
  market: Market,
  on: {
    readonly runner: Runner;
    readonly family: Family;
    readonly receiver: Address;
    readonly minAmountOut: bigint;
  },
): Call {
  const { runner, family, receiver, minAmountOut } = on;
  const { usdc, weth, deadline, v2UsdcWeth, v3UsdcWeth } = market;
  const pool: DevnetPool = family === "V2" ? v2UsdcWeth : v3UsdcWeth;
  const swap = { tokenIn: usdc, tokenOut: weth, amountIn: USDC_IN };
  const route = routeThrough(swap, [hop(poolEdge(pool, usdc))]);
  const { account: spender, host } = runner;
  const program = planWalletProgram(asJoint(route), {
    ...{ host, spender, receiver, fees: [] },
    refundReceiver: receiver,
    minimumCredit: null,
  });
  const order = { amountIn: USDC_IN, tokenOut: weth, minAmountOut, receiver, deadline };
  const data = encodeFunctionData({
    abi: delegateExecutorAbi,
    functionName: "execute",
    args: [order, encodeProgram(program)],
  });
  return { to: runner.target, data };
}

function swapRouterCall(market: Market, recipient: Address, amountOutMinimum: bigint): Call {
  const { usdc, weth, deadline, v3UsdcWeth } = market;
  const single = {
    tokenIn: usdc,
    tokenOut: weth,
    fee: v3UsdcWeth.feePips,
    recipient,
    deadline,
    amountIn: USDC_IN,
    amountOutMinimum,
    sqrtPriceLimitX96: 0n,
  };
  const args = [single] as const;
  const data = encodeFunctionData({ abi: swapRouterAbi, functionName: "exactInputSingle", args });
  return { to: SWAP_ROUTER, data };
}
