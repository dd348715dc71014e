import { type Address, encodeFunctionData, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { queueFunding } from "./balancer-v2-pools.ts";
import { BALANCER_V3, balancerV3Abi } from "./balancer-v3.ts";
import { SAVINGS_DAI, STEAKHOUSE_USDC, YEARN_USDT } from "./erc4626.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** The routers of paths and of buffers. */
// https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
export const BUFFER_ROUTERS = {
  batchRouter: "0xDADa7bE438bdD89416F4802B679E320b15c92D49",
  bufferRouter: "0x9179C06629ef7f17Cb5759F501D89997FE0E7b45",
} as const satisfies Readonly<Record<string, Address>>;

const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const GAS = { call: 300_000n, initialize: 1_000_000n };

/** What the operator does with buffers. */
export const buffersAbi = parseAbi([
  "function initializeBuffer(address wrappedToken, uint256 exactAmountUnderlyingIn, uint256 exactAmountWrappedIn, uint256 minIssuedShares) returns (uint256 issuedShares)",
  "function addLiquidityToBuffer(address wrappedToken, uint256 maxAmountUnderlyingIn, uint256 maxAmountWrappedIn, uint256 exactSharesToIssue) returns (uint256 amountUnderlyingIn, uint256 amountWrappedIn)",
  "function removeLiquidityFromBuffer(address wrappedToken, uint256 sharesToRemove, uint256 minAmountUnderlyingOutRaw, uint256 minAmountWrappedOutRaw) returns (uint256 removedUnderlyingBalanceRaw, uint256 removedWrappedBalanceRaw)",
  "function getBufferOwnerShares(address wrappedToken, address liquidityOwner) view returns (uint256 ownerShares)",
  "function getBufferBalance(address wrappedToken) view returns (uint256 underlyingBalanceRaw, uint256 wrappedBalanceRaw)",
  "function pauseVaultBuffers()",
  "function unpauseVaultBuffers()",
]);
const tokenAbi = parseAbi(["function approve(address spender, uint256 value)"]);

/** A buffer to make, of a wrapped token that the operator has. */
interface BufferPlan {
  readonly wrapped: Address;
  readonly asset: string;
  readonly decimals: number;
  /** Whole assets, and whole shares. */
  readonly assets: bigint;
  readonly shares: bigint;
}

const CHAIN_1: readonly BufferPlan[] = [
  { wrapped: STEAKHOUSE_USDC, asset: "USDC", decimals: 18, assets: 300_000n, shares: 500_000n },
  { wrapped: YEARN_USDT, asset: "USDT", decimals: 6, assets: 250_000n, shares: 150_000n },
  { wrapped: SAVINGS_DAI, asset: "DAI", decimals: 18, assets: 40_000n, shares: 400_000n },
];

/**
 * Buffers of Balancer V3 on Ethereum, of ERC-4626 vaults that are there already: the packages'
 * contracts, and our own entry to their hooks for paths.
 */
export const balancerV3Buffers: DevnetProtocol = {
  slug: "balancer-v3-buffers",
  compilations: ["balancerV3"],
  async deploy({ builder, compiled }) {
    const artifact = (name: string) => pickArtifact(compiled.balancerV3, name);
    const { batchRouter, bufferRouter } = BUFFER_ROUTERS;
    const { vault } = BALANCER_V3;
    const { address: wrapped } = builder.spec.wrappedNative;
    await deployAt(builder, [
      { address: batchRouter, artifact: artifact("AggregatorBatchRouter"), args: [vault] },
      {
        address: bufferRouter,
        artifact: artifact("BufferRouter"),
        args: [vault, wrapped, PERMIT2, "1"],
      },
    ]);
  },
  async seed({ builder, tokens }) {
    for (const plan of CHAIN_1) makeBuffer(builder, tokens, plan);
    await builder.flush();
  },
};

function makeBuffer(builder: Builder, tokens: readonly DevnetToken[], plan: BufferPlan): void {
  const { bufferRouter } = BUFFER_ROUTERS;
  const { wrapped } = plan;
  const token = tokenBySymbol(tokens, plan.asset);
  const amount = plan.assets * 10n ** BigInt(token.decimals);
  const shares = plan.shares * 10n ** BigInt(plan.decimals);
  // Some tokens want an allowance reset first.
  queueApproval(builder, token.address, 0n);
  queueFunding(builder, PERMIT2, { token, weight: 100, amount });
  queueApproval(builder, wrapped, shares);
  for (const [of, given] of [
    [token.address, amount],
    [wrapped, shares],
  ] as const) {
    const data = encodeFunctionData({
      ...{ abi: balancerV3Abi, functionName: "approve" },
      args: [of, bufferRouter, given, 2 ** 48 - 1],
    });
    builder.queue({ to: PERMIT2, data, gas: GAS.call, label: `${of} for a buffer` });
  }
  const data = encodeFunctionData({
    ...{ abi: buffersAbi, functionName: "initializeBuffer" },
    args: [wrapped, amount, shares, 0n],
  });
  const label = `buffer of ${wrapped}`;
  builder.queue({ to: bufferRouter, data, gas: GAS.initialize, label });
}

function queueApproval(builder: Builder, token: Address, amount: bigint): void {
  const data = encodeFunctionData({
    ...{ abi: tokenAbi, functionName: "approve" },
    args: [PERMIT2, amount],
  });
  builder.queue({ to: token, data, gas: GAS.call, label: `allowance of ${token}` });
}
