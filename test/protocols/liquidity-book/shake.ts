import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import {
  evenConfigs,
  LB_FACTORY,
  LB_PARAMETERS,
  lbConfig,
  lbFactoryAbi,
  lbMakerAbi,
  lbPairAddress,
  liquidityBook,
} from "../../../devnet/protocols/liquidity-book.ts";
import { MARKET_MAKER, marketMaker } from "../../../devnet/protocols/market-maker.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import {
  holdings,
  type LiquidityBookPool,
  maxIn,
} from "../../../src/protocols/liquidity-book/pool.ts";
import { ID_OF_ONE } from "../../../src/protocols/liquidity-book/price.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain, type ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const CHAIN_ID = 1;
/** X, Y, bin step and distance of the first active bin from that of the price 1. */
const POOLS = [
  ["LINK", "DAI", 20, 1_500],
  ["USDT", "USDC", 1, 0],
  ["USDC", "WBTC", 100, -700],
] as const;

const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);
const shareAbi = parseAbi([
  "function balanceOf(address account, uint24 id) view returns (uint256)",
]);
const RICH = 10n ** 33n;
const DEPOSIT = 10n ** 21n;
const GAS = { create: 2_000_000n, change: 12_000_000n };
const REACH = 12;
const ONE = 10n ** 18n;

const pairs: DevnetProtocol = {
  slug: "test-pairs",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    const minted = new Set<Address>();
    for (const [symbolX, symbolY, binStep, distance] of POOLS) {
      const [x, y] = [symbolX, symbolY].map((symbol) => tokenBySymbol(tokens, symbol).address) as [
        Address,
        Address,
      ];
      for (const to of [x, y]) {
        if (minted.has(to)) continue;
        minted.add(to);
        const mint = { abi: tokenAbi, args: [MARKET_MAKER, RICH] as const };
        builder.queue({ to, data: encodeFunctionData(mint), gas: GAS.create, label: "mint" });
      }
      const activeId = ID_OF_ONE + distance;
      const created = [x, y, activeId, binStep, LB_PARAMETERS[binStep]] as const;
      builder.queue({
        ...{ to: LB_FACTORY, gas: GAS.create, label: `pair of ${symbolX}/${symbolY}` },
        data: encodeFunctionData({
          ...{ abi: lbFactoryAbi, functionName: "createLBPair", args: created },
        }),
      });
      const pair = lbPairAddress(x, y, binStep);
      const args = [pair, DEPOSIT, DEPOSIT, evenConfigs(activeId, REACH)] as const;
      builder.queue({
        ...{ to: MARKET_MAKER, gas: GAS.change, label: "bins" },
        data: encodeFunctionData({ abi: lbMakerAbi, functionName: "provideLB", args }),
      });
    }
    await builder.flush();
  },
};

/** What the family's chain carries. */
export const LIQUIDITY_BOOK_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [marketMaker, liquidityBook, pairs],
};

/**
 * One random change of every pair: mostly trades, and deposits, withdrawals, other fees, decay, and
 * time between two rounds.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder, node, client } = chain;
  const { timestamp } = await node.getBlock();
  const at = { number: 0n, timestamp: timestamp + 12n };
  for (const state of await read(client, CHAIN_ID)) {
    const [to, data] = await change({ client, state, random, at });
    builder.queue({ to, data, gas: GAS.change, label: `${data.slice(0, 10)} of ${state.address}` });
  }
  await builder.flush();
  const wait = random();
  if (wait < 0.3) await mineAfter(chain, wait < 0.15 ? 100 : 1_300);
}

interface Change {
  readonly client: ProtocolChain["client"];
  readonly state: LiquidityBookPool;
  readonly random: Random;
  readonly at: { readonly number: bigint; readonly timestamp: bigint };
}

async function change(on: Change): Promise<readonly [Address, Hex]> {
  const { state, random } = on;
  const { address, tokenX, tokenY, parameters } = state;
  const kind = random();
  if (kind < 0.15) {
    const set = { ...parameters, ...otherFees(random) };
    const args = [address, set] as const;
    const called = { abi: lbFactoryAbi, functionName: "setFeesParametersOnPair", args } as const;
    return [LB_FACTORY, encodeFunctionData(called)];
  }
  if (kind < 0.2) {
    const called = { abi: lbFactoryAbi, functionName: "forceDecay", args: [address] } as const;
    return [LB_FACTORY, encodeFunctionData(called)];
  }
  if (kind < 0.35) return [MARKET_MAKER, deposit(on)];
  if (kind < 0.45) return [MARKET_MAKER, await withdraw(on)];
  const [first, second] = random() < 0.5 ? [tokenX, tokenY] : [tokenY, tokenX];
  const edges = [
    { action: "swap", tokenIn: first, tokenOut: second },
    { action: "swap", tokenIn: second, tokenOut: first },
  ] as const;
  const edge = edges.find((one) => maxIn(state, one, on.at) > 10n ** 6n);
  if (edge === undefined) return [MARKET_MAKER, deposit(on)];
  const most = maxIn(state, edge, on.at);
  // The time of the block may differ a little, and the fee with it.
  const part = random() < 0.1 ? 800n : BigInt(Math.floor(500 * random() ** 3)) + 1n;
  const args = [address, edge.tokenIn === tokenX, (most * part) / 1_000n] as const;
  return [MARKET_MAKER, encodeFunctionData({ abi: lbMakerAbi, functionName: "swapLB", args })];
}

/**
 * Into some bins around the active one, of which that one may get another proportion than it has.
 */
function deposit({ state, random }: Change): Hex {
  const { address, activeId } = state;
  // A part of what the pair holds, which whoever provides it has, too.
  const [x = 0n, y = 0n] = holdings(state).map(
    ({ amount }) => (amount * BigInt(1 + Math.floor(100 * random() ** 2))) / 2_000n + 10_000n,
  );
  const spread = 1 + Math.floor(random() * 6);
  const configs = [lbConfig(activeId, [ONE / 3n, random() < 0.5 ? ONE / 2n : ONE / 7n])];
  configs.push(lbConfig(activeId + spread, [ONE / 2n, 0n]));
  configs.push(lbConfig(activeId - spread, [0n, ONE / 2n]));
  const args = [address, x, y, configs] as const;
  return encodeFunctionData({ abi: lbMakerAbi, functionName: "provideLB", args });
}

/** A part of a bin, or all of it. */
async function withdraw(on: Change): Promise<Hex> {
  const { client, state, random } = on;
  const { address, bins } = state;
  if (bins.ids.length < 8) return deposit(on);
  const id = bins.ids[Math.floor(random() * bins.ids.length)] ?? state.activeId;
  const view = { abi: shareAbi, address, functionName: "balanceOf" } as const;
  const shares = await client.readContract({ ...view, args: [MARKET_MAKER, id] });
  const burned = random() < 0.5 ? shares : (shares * BigInt(1 + Math.floor(998 * random()))) / 999n;
  const args = [address, [BigInt(id)], [burned]] as const;
  return encodeFunctionData({ abi: lbMakerAbi, functionName: "withdrawLB", args });
}

function otherFees(random: Random) {
  const one = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0];
  return {
    baseFactor: one([0, 5_000, 10_000]),
    filterPeriod: one([5, 30, 120]),
    decayPeriod: one([200, 1_200]),
    reductionFactor: one([0, 5_000, 10_000]),
    variableFeeControl: one([0, 1_000, 7_500]),
    protocolShare: one([0, 1_000, 2_500]),
    maxVolatilityAccumulator: one([100_000, 250_000]),
  };
}
