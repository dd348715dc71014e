import { type Address, parseAbi } from "viem";
import { NATIVE, ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { Protocol } from "../../src/protocols/protocol.ts";
import { uniswapV3 } from "../../src/protocols/uniswap-v3/index.ts";
import type { ConcentratedPool } from "../../src/protocols/uniswap-v3/pool.ts";
import { uniswapV4 } from "../../src/protocols/uniswap-v4/index.ts";
import type { UniswapV4Pool } from "../../src/protocols/uniswap-v4/pool.ts";
import { type Action, act, fund, type Wallet } from "../harness/bundles.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { tokenOf } from "../harness/trading.ts";

/** Of the managers of both families. */
export const nftAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function ownerOf(uint256 id) view returns (address)",
  "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
  "function nextTokenId() view returns (uint256)",
  "function positions(uint256 id) view returns (uint96, address, address, address, uint24, int24, int24, uint128 liquidity)",
  "function getPositionLiquidity(uint256 id) view returns (uint128)",
]);

/** A family's pool of the native currency, or its wrapped form, and USDC. */
export interface Market {
  readonly slug: string;
  readonly manager: Address;
  readonly ether: Address;
  readonly usdc: Address;
  readonly spacing: number;
  readonly tick: number;
  readonly key: Readonly<Record<string, unknown>>;
}

/** A pool of any of the families. */
type AnyPool = ConcentratedPool & Partial<Pick<UniswapV4Pool, "lpFeePips" | "hooks">>;

/** The deepest, which others' trades pass. */
function marketOf(
  weir: RunningService,
  { slug, ranges }: { readonly slug: string; readonly ranges: Protocol["ranges"] | undefined },
  keyOf: (state: AnyPool) => Market["key"],
): Market {
  const { pools, wrappedNative } = weir.service(1).snapshot();
  const usdc = tokenOf(weir, "USDC");
  const states = [...pools.values()].filter((state): state is AnyPool => state.slug === slug);
  const [found] = states
    .filter(({ token0, token1 }) => {
      const tokens: readonly Address[] = [token0, token1];
      return tokens.includes(usdc) && tokens.some((each) => [NATIVE, wrappedNative].includes(each));
    })
    .sort((a, b) => (a.liquidity < b.liquidity ? 1 : -1));
  const manager = ranges?.(slug).manager(slug, 1);
  if (found === undefined || !manager) throw new Error(`${slug} has no pool of ether and USDC`);
  const { token0, token1, tickSpacing, tick } = found;
  const ether = token0 === usdc ? token1 : token0;
  return { slug, manager, ether, usdc, spacing: tickSpacing, tick, key: keyOf(found) };
}

/** The market of each family. */
export const MARKETS = {
  "uniswap-v3": (weir: RunningService) =>
    marketOf(weir, { slug: "uniswap-v3", ranges: uniswapV3.ranges }, ({ feePips }) => ({
      poolFee: feePips,
    })),
  "uniswap-v4": (weir: RunningService) =>
    marketOf(
      weir,
      { slug: "uniswap-v4", ranges: uniswapV4.ranges },
      ({ lpFeePips, tickSpacing, hooks }) => ({
        ...{ poolFee: `${lpFeePips}`, tickSpacing },
        ...(hooks !== ZERO_ADDRESS && { hook: hooks }),
      }),
    ),
} as const;

/** Ticks around the price. */
export function around({ tick, spacing }: Market, reach = 100): readonly number[] {
  const centre = Math.floor(tick / spacing) * spacing;
  return [centre - reach * spacing, centre + reach * spacing];
}

/** The NFT that an owner got last. */
export async function lastNft(
  node: DevnetClient,
  { slug, manager }: Market,
  owner: Address,
): Promise<bigint> {
  const nft = { address: manager, abi: nftAbi } as const;
  if (slug === "uniswap-v4") {
    return (await node.readContract({ ...nft, functionName: "nextTokenId" })) - 1n;
  }
  const count = await node.readContract({ ...nft, functionName: "balanceOf", args: [owner] });
  return node.readContract({
    ...{ ...nft, functionName: "tokenOfOwnerByIndex", args: [owner, count - 1n] },
  });
}

/** Of an NFT. */
export async function liquidityOf(
  node: DevnetClient,
  { slug, manager }: Market,
  id: bigint,
): Promise<bigint> {
  const nft = { address: manager, abi: nftAbi } as const;
  if (slug === "uniswap-v4") {
    return node.readContract({ ...nft, functionName: "getPositionLiquidity", args: [id] });
  }
  return (await node.readContract({ ...nft, functionName: "positions", args: [id] }))[7];
}

/** Makes an NFT around the price, of USDC and ether. */
export function mint(
  market: Market,
  amounts: readonly bigint[],
  args: Action["args"] = {},
): Action {
  const { slug, manager, ether, usdc, key } = market;
  return act(slug, "depositclmm", {
    ...{ tokenIn: [usdc, ether], tokenOut: manager, amountIn: amounts.map(String) },
    ...{ ticks: around(market), ...key, ...args },
  });
}

/** Adds USDC and ether to an NFT. */
export function grow(market: Market, tokenId: string, amounts: readonly bigint[]): Action {
  const { slug, manager, ether, usdc } = market;
  return act(slug, "depositclmm", {
    ...{ tokenIn: [usdc, ether], tokenOut: manager, amountIn: amounts.map(String), tokenId },
  });
}

/** Takes out of an NFT: all there is, unless the arguments say how much. */
export function take(market: Market, tokenId: unknown, args: Action["args"] = {}): Action {
  const { slug, manager, ether, usdc } = market;
  return act(slug, "redeemclmm", { tokenIn: manager, tokenOut: [ether, usdc], tokenId, ...args });
}

/** Sets the Safe's balances of USDC and wrapped ether; of ether itself it has enough. */
export async function give(
  wallet: Wallet,
  { ether, usdc }: Market,
  [ofUsdc = 0n, ofEther = 0n]: readonly bigint[],
): Promise<void> {
  await fund(wallet, usdc, ofUsdc);
  if (ether !== NATIVE) await fund(wallet, ether, ofEther);
}
