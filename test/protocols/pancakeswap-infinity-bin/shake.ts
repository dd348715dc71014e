import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { InfinityBinPoolManager as managerAbi } from "../../../abis/InfinityBinPoolManager.ts";
import { deployAt } from "../../../devnet/deploy-at.ts";
import { type BinCalls, binCalls } from "../../../devnet/market/bin-calls.ts";
import { infinityParameters } from "../../../devnet/market/managed-calls.ts";
import { evenConfigs, lbConfig } from "../../../devnet/protocols/liquidity-book.ts";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import {
  INFINITY_BIN_FEE_CONTROLLER,
  INFINITY_BIN_MANAGER,
  pancakeswapInfinity,
} from "../../../devnet/protocols/pancakeswap-infinity.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../../../devnet/token-list.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { holdings } from "../../../src/protocols/liquidity-book/pool.ts";
import { ID_OF_ONE } from "../../../src/protocols/liquidity-book/price.ts";
import type { InfinityPoolKey } from "../../../src/protocols/operation.ts";
import { swap } from "../../../src/protocols/pancakeswap-infinity-bin/actions.ts";
import {
  type InfinityBinPool,
  maxIn,
} from "../../../src/protocols/pancakeswap-infinity-bin/pool.ts";
import { randomProtocolFee } from "../managed-shake.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const abi = parseAbi([
  "struct Key { address currency0; address currency1; address hooks; address poolManager; uint24 fee; bytes32 parameters; }",
  "function setProtocolFee(Key key, uint24 fee)",
  "function setFee(Key key, uint24 fee)",
  "function mint(address to, uint256 value)",
  "function getPosition(bytes32 id, address owner, uint24 binId, bytes32 salt) view returns (uint256)",
]);

/** Told of deposits before they are made. */
const MINT_BITS = 1n << 2n;
const MINT_HOOK = generatedAddress("infinity hook of bins");
const SWAP_BITS = MINT_BITS | (1n << 6n);
const SWAP_HOOK = generatedAddress("infinity hook of swaps in bins");
const DYNAMIC_FEE = 0x800000;
/** Tokens, fee, bin step, hook with its bits and distance of the first bin from that of price 1. */
const POOLS = [
  ["ETH", "USDC", 500, 20, ZERO_ADDRESS, 0n, -1_200],
  ["DAI", "USDC", 0, 1, ZERO_ADDRESS, 0n, 0],
  ["AERO", "DAI", DYNAMIC_FEE, 100, MINT_HOOK, MINT_BITS, 700],
  ["cbETH", "DAI", 100_000, 50, MINT_HOOK, MINT_BITS, -40],
  ["ETH", "DAI", 3_000, 10, SWAP_HOOK, SWAP_BITS, 0],
] as const;

/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/libraries/ProtocolFeeLibrary.sol#L12 */
const MOST_PROTOCOL_FEE = 4_000;
const MOST_FEE = 100_000;
/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/BinPoolManager.sol#L47 */
const LEAST_SHARES = 1n << 128n;
const RICH = 10n ** 33n;
const DEPOSIT = 10n ** 21n;
const REACH = 12;
const GAS = 12_000_000n;
const ONE = 10n ** 18n;
const NO_SALT = `0x${"0".repeat(64)}` as const;

const pools: DevnetProtocol = {
  slug: "test-pools",
  async deploy({ builder, compiled }) {
    const artifact = pickArtifact(compiled.pancakeswapInfinity, "LiquidityHook");
    await deployAt(builder, [
      { address: MINT_HOOK, artifact, args: [MINT_BITS] },
      { address: SWAP_HOOK, artifact, args: [SWAP_BITS] },
    ]);
  },
  async seed({ builder, tokens }) {
    await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, `0x${RICH.toString(16)}`]);
    for (const [a, b, fee, binStep, hooks, bits, distance] of POOLS) {
      const addresses = [a, b].map((symbol) =>
        symbol === "ETH" ? ZERO_ADDRESS : tokenBySymbol(tokens, symbol).address,
      );
      const [currency0, currency1] = addresses.sort() as [Address, Address];
      for (const to of [currency0, currency1]) {
        if (to === ZERO_ADDRESS) continue;
        const args = [MARKET_MAKER, RICH] as const;
        const data = encodeFunctionData({ abi, functionName: "mint", args });
        builder.queue({ to, data, gas: GAS, label: `tokens of ${a}/${b}` });
      }
      const calls = binCalls({
        ...{ currency0, currency1, hooks, poolManager: INFINITY_BIN_MANAGER, fee },
        parameters: infinityParameters(binStep, bits),
      });
      const activeId = ID_OF_ONE + distance;
      const label = `pool of ${a}/${b}`;
      const data = calls.initialize(activeId);
      builder.queue({ to: INFINITY_BIN_MANAGER, data, gas: GAS, label });
      const bins = calls.provide({ x: DEPOSIT, y: DEPOSIT }, evenConfigs(activeId, REACH));
      builder.queue({ to: MARKET_MAKER, data: bins, gas: GAS, label: `bins of ${label}` });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const INFINITY_BIN_CHAIN: ProtocolChainOptions = {
  chainId: 8453,
  protocols: [marketMaker, pancakeswapInfinity, pools],
};

/** The key of a pool, as its swaps name it. */
export function keyOf(pool: InfinityBinPool): InfinityPoolKey {
  const operation = swap(pool, { action: "swap", tokenIn: pool.tokenX, tokenOut: NATIVE });
  if (operation.kind !== "infinity-swap") throw new Error("a pool is swapped by its manager");
  return operation.key;
}

/**
 * One random change of every pool: mostly trades, of inputs and of outputs, and deposits,
 * withdrawals of all that somebody has, donations and other fees.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  for (const pool of await read(chain.client)) {
    const { to, data } = await change(chain, pool, random);
    chain.builder.queue({ to, data, gas: GAS, label: `${data.slice(0, 10)} of ${pool.id}` });
  }
  await chain.builder.flush();
}

async function change(
  { client }: ProtocolChain,
  pool: InfinityBinPool,
  random: Random,
): Promise<{ readonly to: Address; readonly data: Hex }> {
  const [key, kind] = [keyOf(pool), random()];
  const calls = binCalls(key);
  const byMaker = (data: Hex) => ({ to: MARKET_MAKER, data });
  if (kind < 0.06) {
    const args = [key, randomProtocolFee(random, MOST_PROTOCOL_FEE)] as const;
    const data = encodeFunctionData({ abi, functionName: "setProtocolFee", args });
    return { to: INFINITY_BIN_FEE_CONTROLLER, data };
  }
  if (kind < 0.12 && pool.keyFee === DYNAMIC_FEE) {
    const args = [key, Math.floor(random() * (MOST_FEE + 1))] as const;
    return { to: pool.hooks, data: encodeFunctionData({ abi, functionName: "setFee", args }) };
  }
  if (kind < 0.16 && (await takesDonations(client, pool))) {
    const amount = () => BigInt(Math.floor(random() * 10 ** 6));
    return byMaker(calls.donate(amount(), amount()));
  }
  if (kind < 0.32) return byMaker(deposit(pool, calls, random));
  if (kind < 0.52 && pool.bins.ids.length >= 8) {
    const from = Math.floor(random() * pool.bins.ids.length);
    // Now and then the active one, which trades begin in though nobody has shares of it.
    const named = random() < 0.3 ? [pool.activeId] : [...pool.bins.ids.slice(from, from + 2)];
    const shares: bigint[] = [];
    for (const id of named) {
      const args = [pool.id as Hex, MARKET_MAKER, id, NO_SALT] as const;
      const view = { abi, address: INFINITY_BIN_MANAGER, functionName: "getPosition" } as const;
      shares.push(await client.readContract({ ...view, args }));
    }
    if (shares.every((share) => share > 10n ** 6n)) {
      const part = random() < 0.7 ? 1n : 3n;
      return byMaker(
        calls.withdraw(
          named,
          shares.map((share) => share / part),
        ),
      );
    }
  }
  return byMaker(trade(pool, calls, random));
}

/** Whether the active bin has as many shares as donations ask for. */
async function takesDonations(
  client: ProtocolChain["client"],
  { id, activeId }: InfinityBinPool,
): Promise<boolean> {
  const [reserveX, reserveY, , shares] = await client.readContract({
    ...{ abi: managerAbi, address: INFINITY_BIN_MANAGER, functionName: "getBin" },
    args: [id as Hex, activeId],
  });
  return shares >= LEAST_SHARES && reserveX + reserveY > 0n;
}

function trade(pool: InfinityBinPool, calls: BinCalls, random: Random): Hex {
  const { tokenX, tokenY } = pool;
  const ways = random() < 0.5 ? [true, false] : [false, true];
  for (const swapForY of ways) {
    const [tokenIn, tokenOut] = swapForY ? [tokenX, tokenY] : [tokenY, tokenX];
    const most = maxIn(pool, { action: "swap", tokenIn, tokenOut });
    if (most < 10n ** 6n) continue;
    const part = random() < 0.1 ? 990n : BigInt(Math.floor(500 * random() ** 3)) + 1n;
    const amount = (most * part) / 1_000n;
    if (random() < 0.7) return calls.swap(swapForY, -amount);
    const held = holdings(pool)[swapForY ? 1 : 0]?.amount ?? 0n;
    const bought = (held * BigInt(Math.floor(400 * random() ** 2))) / 1_000n;
    if (bought > 1_000n) return calls.swap(swapForY, bought);
    return calls.swap(swapForY, -amount);
  }
  return deposit(pool, calls, random);
}

/** Into some bins around the active one, which may get another proportion than it has. */
function deposit(pool: InfinityBinPool, calls: BinCalls, random: Random): Hex {
  const { activeId } = pool;
  const [x = 0n, y = 0n] = holdings(pool).map(
    ({ amount }) => (amount * BigInt(1 + Math.floor(100 * random() ** 2))) / 2_000n + 10n ** 9n,
  );
  const spread = 1 + Math.floor(random() * 6);
  return calls.provide({ x, y }, [
    lbConfig(activeId, [ONE / 3n, random() < 0.5 ? ONE / 2n : ONE / 7n]),
    lbConfig(activeId + spread, [ONE / 2n, 0n]),
    lbConfig(activeId - spread, [0n, ONE / 2n]),
  ]);
}
