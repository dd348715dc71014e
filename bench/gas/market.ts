import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  maxUint48,
  maxUint160,
  maxUint256,
  parseAbi,
} from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";
import type { Builder } from "../../devnet/builder.ts";
import { chainSpec, OPERATOR } from "../../devnet/chains.ts";
import { deployAt } from "../../devnet/deploy-at.ts";
import type { DevnetPool, ManagedPool, Manifest } from "../../devnet/manifest.ts";
import { UNISWAP_V2_FACTORY } from "../../devnet/protocols/uniswap-v2.ts";
import { UNISWAP_V3_FACTORY } from "../../devnet/protocols/uniswap-v3.ts";
import { UNISWAP_V4_MANAGER } from "../../devnet/protocols/uniswap-v4.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { type BenchClient, createBenchClient, deploy, measuredTimestamp, send } from "./chain.ts";
import { packageArtifact } from "./dependencies.ts";
import { UNIVERSAL_ROUTER } from "./universal-router.ts";
import { compileVault } from "./vault.ts";
import { hop, planSwap, poolEdge, routeCall, routeThrough } from "./weir.ts";

/** What the cases trade on and with. */
export interface Market {
  readonly client: BenchClient;
  /** Holds some of every token, and has allowed both routers all of it. */
  readonly user: HDAccount;
  readonly weth: Address;
  readonly usdc: Address;
  readonly dai: Address;
  readonly v2UsdcWeth: DevnetPool;
  readonly v2UsdcDai: DevnetPool;
  readonly v3UsdcWeth: DevnetPool;
  readonly v3UsdcDai: DevnetPool;
  readonly v4UsdcDai: ManagedPool;
  readonly v4NativeUsdc: ManagedPool;
  /** ERC-4626, of DAI. */
  readonly vault: Address;
  /** Of every transaction, seconds since the epoch. */
  readonly deadline: bigint;
}

export const CHAIN_ID = 1;
// https://github.com/Uniswap/docs/blob/4606a6e62a/docs/contracts/v4/deployments.mdx
const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
// https://github.com/Uniswap/v2-periphery/blob/0335e8f7e1bd1e8d8329fd300aea2ef2f36dd19f/contracts/libraries/UniswapV2Library.sol#L24
const PAIR_CODE_HASH = "0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f";
// https://github.com/Uniswap/v3-periphery/blob/80f26c86c57b8a5e4b913f42844d4c8bd274d058/contracts/libraries/PoolAddress.sol#L6
const POOL_CODE_HASH = "0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54";
/** Anvil's default mnemonic. */
const MNEMONIC = "test test test test test test test test test test test junk";
const VALID_FOR_SECONDS = 3_600n;
const ETHER = 10n ** 18n;

const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);
const wrapAbi = parseAbi(["function deposit() payable"]);
const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const vaultAbi = parseAbi(["function deposit(uint256 assets, address receiver)"]);

/** An account of the devnet that nothing else uses. */
export function benchAccount(index: 1 | 2): HDAccount {
  return mnemonicToAccount(MNEMONIC, { addressIndex: index });
}

/** Deploys what the devnet lacks and gives the user tokens and allowances. */
export async function createMarket(url: string, manifest: Manifest): Promise<Market> {
  const client = createBenchClient(url);
  const user = benchAccount(1);
  const weth = lower(chainSpec(CHAIN_ID).wrappedNative.address);
  const [usdc, dai] = [tokenOf(manifest, "USDC"), tokenOf(manifest, "DAI")];
  const code = await client.getCode({ address: ROUTER_ADDRESS });
  if (code === undefined) {
    throw new Error(`no router at ${ROUTER_ADDRESS}; correct ROUTER_ADDRESS to the contracts.`);
  }
  await deployUniversalRouter(client, weth);
  const vault = await deploy(client, user, { artifact: await compileVault(), args: [dai] });
  const market = { client, user, weth, usdc, dai, vault: lower(vault) };

  await fund(market, user.address);
  const spenders = [PERMIT2, ROUTER_ADDRESS, market.vault];
  for (const token of [weth, usdc, dai]) {
    for (const spender of spenders) {
      const args = [spender, maxUint256] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
      await send(client, user, { to: token, data });
    }
    const args = [token, UNIVERSAL_ROUTER, maxUint160, Number(maxUint48)] as const;
    const data = encodeFunctionData({ abi: permit2Abi, functionName: "approve", args });
    await send(client, user, { to: PERMIT2, data });
  }
  const args = [ETHER, user.address] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: "deposit", args });
  await send(client, user, { to: market.vault, data });

  const pool = poolFinder(manifest);
  const pools = {
    v2UsdcWeth: pool("uniswap-v2", [usdc, weth], 3000),
    v2UsdcDai: pool("uniswap-v2", [usdc, dai], 3000),
    v3UsdcWeth: pool("uniswap-v3", [usdc, weth], 500),
    v3UsdcDai: pool("uniswap-v3", [usdc, dai], 100),
  };
  for (const each of Object.values(pools)) await tradeBothWays(market, each);
  const managed = {
    v4UsdcDai: managedPool(manifest, [usdc, dai], 100),
    v4NativeUsdc: managedPool(manifest, [ZERO_ADDRESS, usdc], 500),
  };
  const deadline = (await measuredTimestamp(client)) + VALID_FOR_SECONDS;
  return { ...market, ...pools, ...managed, deadline };
}

/**
 * Fills the pool's counters of fees and prices: the first trade after its creation pays for new
 * storage slots.
 */
async function tradeBothWays(
  { client, user, weth, usdc, dai }: Pick<Market, "client" | "user" | "weth" | "usdc" | "dai">,
  pool: DevnetPool,
): Promise<void> {
  const amounts = new Map([
    [usdc, 100n * 10n ** 6n],
    [dai, 100n * ETHER],
    [weth, ETHER / 20n],
  ]);
  const receiver = user.address;
  const deadline = (await measuredTimestamp(client)) + VALID_FOR_SECONDS;
  for (const tokenIn of [pool.token0, pool.token1]) {
    const edge = poolEdge(pool, tokenIn);
    const swap = { tokenIn, tokenOut: edge.tokenOut, amountIn: amounts.get(tokenIn) ?? 0n };
    const program = planSwap(routeThrough(swap, [hop(edge)]), { receiver, wrappedNative: weth });
    const call = routeCall(swap, { program, receiver, minAmountOut: 1n, deadline });
    await send(client, user, call);
  }
}

/** Gives an account 100,000 USDC, 100,000 DAI and 100 WETH. */
export async function fund(
  { client, user, weth, usdc, dai }: Pick<Market, "client" | "user" | "weth" | "usdc" | "dai">,
  account: Address,
): Promise<void> {
  const mints = [
    [usdc, 100_000n * 10n ** 6n],
    [dai, 100_000n * ETHER],
  ] as const;
  for (const [token, amount] of mints) {
    const args = [account, amount] as const;
    const data = encodeFunctionData({ abi: mintAbi, functionName: "mint", args });
    await send(client, user, { to: token, data });
  }
  const deposit = encodeFunctionData({ abi: wrapAbi });
  await send(client, user, { to: weth, data: deposit, value: 100n * ETHER });
  if (account === user.address) return;
  const args = [account, 100n * ETHER] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  await send(client, user, { to: weth, data });
}

/** The bytecode of the npm package at its Ethereum address, on the devnet's Uniswap. */
async function deployUniversalRouter(client: BenchClient, weth: Address): Promise<void> {
  const artifact = packageArtifact(
    "@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json",
  );
  const parameters = {
    permit2: PERMIT2,
    weth9: weth,
    v2Factory: UNISWAP_V2_FACTORY,
    v3Factory: UNISWAP_V3_FACTORY,
    pairInitCodeHash: PAIR_CODE_HASH,
    poolInitCodeHash: POOL_CODE_HASH,
    v4PoolManager: UNISWAP_V4_MANAGER,
    v3NFTPositionManager: ZERO_ADDRESS,
    v4PositionManager: ZERO_ADDRESS,
    spokePool: ZERO_ADDRESS,
  };
  await deployAt(operatorBuilder(client), [
    { address: UNIVERSAL_ROUTER, artifact, args: [parameters] },
  ]);
}

/** Lets the operator deploy on a devnet that is running. */
function operatorBuilder(client: BenchClient): Builder {
  let pending: Parameters<Builder["queue"]>[0][] = [];
  return {
    spec: chainSpec(CHAIN_ID),
    rpc: createRpc(client.transport.url ?? ""),
    operator: OPERATOR,
    queue: (transaction) => {
      pending.push(transaction);
    },
    async flush() {
      const transactions = pending;
      pending = [];
      for (const { to, data = "0x", value = 0n, gas } of transactions) {
        await send(client, OPERATOR, { to, data, value, gas });
      }
    },
  };
}

function tokenOf(manifest: Manifest, symbol: string): Address {
  const token = manifest.tokens.find((token) => token.tier === "hub" && token.symbol === symbol);
  if (token === undefined) throw new Error(`the devnet has no hub token ${symbol}.`);
  return token.address;
}

function poolFinder(
  manifest: Manifest,
): (venue: string, tokens: readonly [Address, Address], feePips: number) => DevnetPool {
  return (venue, tokens, feePips) => {
    const found = manifest.pools.find(
      (pool) =>
        pool.venue === venue &&
        pool.feePips === feePips &&
        tokens.includes(pool.token0) &&
        tokens.includes(pool.token1),
    );
    if (found === undefined) throw new Error(`the devnet has no ${venue} pool of ${tokens}.`);
    return found;
  };
}

function managedPool(
  { managedPools }: Manifest,
  tokens: readonly [Address, Address],
  feePips: number,
): ManagedPool {
  const found = managedPools.find(
    (pool) =>
      pool.feePips === feePips && tokens.includes(pool.token0) && tokens.includes(pool.token1),
  );
  if (found === undefined) throw new Error(`the devnet has no pool of V4 with ${tokens}.`);
  return found;
}
