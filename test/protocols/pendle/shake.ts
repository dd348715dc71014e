import { type Address, encodeFunctionData, erc20Abi, parseAbi, zeroAddress } from "viem";
import { GENESIS_TIMESTAMP } from "../../../devnet/chains.ts";
import { deployAt } from "../../../devnet/deploy-at.ts";
import { lido } from "../../../devnet/protocols/lido.ts";
import {
  call,
  GAUGE_CONTROLLER,
  MARKET_FACTORY,
  ROUTER,
} from "../../../devnet/protocols/pendle.ts";
import { makeMarket, pendleMarket } from "../../../devnet/protocols/pendle-market.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../../../devnet/token-list.ts";
import { mostFor } from "../../../src/protocols/pendle/buying.ts";
import { removeLiquidity } from "../../../src/protocols/pendle/liquidity-math.ts";
import { maxIn, pricedFor } from "../../../src/protocols/pendle/max-in.ts";
import { edges, quote } from "../../../src/protocols/pendle/pool.ts";
import { indexOf, type PendleMarket } from "../../../src/protocols/pendle/state.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain, type ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const CHAIN_ID = 1;
const ONE = 10n ** 18n;
const DAY = 86_400;
/** After which the first market to expire has. */
const EXPIRING_ROUND = 12;
const SY_SOON = generatedAddress("test SY AAVE");
/** Of six decimals, whose market pays PENDLE. */
export const SY_USDC = generatedAddress("test SY USDC");
/** PENDLE by the second, smallest unit. */
const SPEED = 10n ** 15n;
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** SYs whose rate is set: of 18 decimals and about to expire, and of six. */
const pools: DevnetProtocol = {
  slug: "test-pools",
  compilations: ["pendle"],
  async deploy({ builder, compiled, tokens }) {
    const artifact = pickArtifact(compiled.pendle, "StandardizedYield");
    const sy = (symbol: string, decimals: number) => [
      ...[`SY ${symbol}`, `SY-${symbol}`, tokenBySymbol(tokens, symbol).address],
      ...[zeroAddress, "0x00000000", decimals],
    ];
    await deployAt(builder, [
      { address: SY_SOON, artifact, args: sy("AAVE", 18) },
      { address: SY_USDC, artifact, args: sy("USDC", 6) },
    ]);
  },
  async seed({ builder, tokens }) {
    call(builder, SY_SOON, "setRate", [(3n * ONE) / 2n]);
    call(builder, SY_USDC, "setRate", [(11n * ONE) / 10n]);
    const days = (count: number) => (Math.floor(GENESIS_TIMESTAMP / DAY) + count) * DAY;
    for (const [symbol, plan] of [
      [
        "AAVE",
        {
          ...{ sy: SY_SOON, expiry: days(9), scalarRoot: 5n * ONE, lnFeeRoot: 3n * 10n ** 15n },
          ...{ anchor: 1_004n * 10n ** 15n, split: 900n * ONE, beside: 1_700n * ONE },
        },
      ],
      [
        "USDC",
        {
          ...{ sy: SY_USDC, expiry: days(400), scalarRoot: 40n * ONE, lnFeeRoot: 5n * 10n ** 14n },
          ...{ anchor: 1_120n * 10n ** 15n, split: 3_000_000n * 10n ** 6n },
          beside: 2_000_000n * 10n ** 6n,
        },
      ],
    ] as const) {
      const { address } = tokenBySymbol(tokens, symbol);
      mint({ builder }, address, 10n * plan.split + 10n * plan.beside);
      const { market } = await makeMarket(builder, address, plan);
      // As of the markets that last, which pay PENDLE to liquidity.
      if (symbol === "USDC") call(builder, GAUGE_CONTROLLER, "setStream", [market, SPEED]);
      wrap({ builder }, plan.sy, address, 4n * plan.split);
    }
    await builder.flush();
  },
};

/** SY to trade with. */
function wrap(
  { builder }: Pick<ProtocolChain, "builder">,
  sy: Address,
  of: Address,
  amount: bigint,
) {
  call(builder, of, "approve", [sy, amount]);
  call(builder, sy, "deposit", [builder.operator, of, amount, 0n]);
}

function mint({ builder }: Pick<ProtocolChain, "builder">, token: Address, amount: bigint) {
  const args = [builder.operator, amount] as const;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args });
  builder.queue({ to: token, data, gas: 200_000n, label: `mint of ${token}` });
}

/** What the family's chain carries. */
export const PENDLE_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [lido, pendleMarket, pools],
};

/**
 * One random change of each market: a trade, liquidity, another rate or fee, a pause; and time,
 * which lets one of them expire.
 */
export async function shake(chain: ProtocolChain, random: Random, round: number): Promise<void> {
  const { builder, node, client } = chain;
  const { timestamp } = await node.getBlock();
  for (const state of await read(client, CHAIN_ID)) {
    if (state.isPaused)
      call(builder, state.kind === "market" ? state.sy : state.address, "setPaused", [false]);
    if (state.kind === "wrapper") {
      if (state.id === SY_SOON || state.id === SY_USDC) {
        if (random() < 0.1) call(builder, state.address, "setPaused", [true]);
      }
      continue;
    }
    await change(chain, state, random, timestamp + 12n);
  }
  await builder.flush();
  const wait = random();
  const isOver = round === EXPIRING_ROUND;
  if (wait > 0.4 && !isOver) return;
  const seconds = isOver ? 10 * DAY : Math.ceil(wait * 20_000);
  await mineAfter(chain, seconds);
}

/** A random trade in every market, or a change of its liquidity. */
export async function trade(chain: ProtocolChain, random: Random): Promise<void> {
  const { timestamp } = await chain.node.getBlock();
  for (const state of await read(chain.client, CHAIN_ID)) {
    if (state.kind !== "market") continue;
    if (random() < 0.3) await provide(chain, state, random);
    else await exchange(chain, state, random, timestamp + 12n);
  }
  await chain.builder.flush();
}

async function change(
  chain: ProtocolChain,
  state: PendleMarket,
  random: Random,
  timestamp: bigint,
) {
  const { builder } = chain;
  const some = (least: number, most: number) =>
    BigInt(least + Math.floor(random() * (most - least + 1)));
  switch (Math.floor(random() * 8)) {
    case 0:
      if (state.sy === SY_SOON || state.sy === SY_USDC) {
        call(builder, state.sy, "setRate", [(indexOf(state) * some(9_990, 10_020)) / 10_000n]);
      }
      return;
    case 1:
      call(builder, MARKET_FACTORY, "setOverriddenFee", [
        ...[ROUTER, state.address, (state.lnFeeRoot * some(20, 99)) / 100n],
      ]);
      return;
    case 2:
      call(builder, MARKET_FACTORY, "setTreasuryAndFeeReserve", [
        ...[generatedAddress("treasury"), Number(some(0, 95))],
      ]);
      return;
    case 3:
      return provide(chain, state, random);
    default:
      await exchange(chain, state, random, timestamp);
  }
}

/** Burns some of the operator's liquidity, and adds some of what it gives again. */
async function provide(
  { builder, client }: Pick<ProtocolChain, "builder" | "client">,
  state: PendleMarket,
  random: Random,
) {
  const { address, sy, pt, isExpired, isPaused } = state;
  const { operator } = builder;
  const held = await client.readContract({
    ...{ abi: erc20Abi, address, functionName: "balanceOf", args: [operator] },
  });
  const burned = removeLiquidity(state, (held * BigInt(1 + Math.floor(random() * 20))) / 100n);
  if (burned === null || isPaused) return;
  call(builder, address, "transfer", [address, burned.lp]);
  call(builder, address, "burn", [operator, operator, burned.lp]);
  const part = BigInt(Math.floor(random() * 101));
  if (isExpired || part < 10n) return;
  const [ofSy, ofPt] = [(burned.sy * part) / 100n, (burned.pt * part) / 100n];
  call(builder, sy, "transfer", [address, ofSy]);
  call(builder, pt, "transfer", [address, ofPt]);
  call(builder, address, "mint", [operator, ofSy, ofPt]);
}

/** A trade of the operator, up to what the market takes and the operator has. */
async function exchange(
  { builder, client }: ProtocolChain,
  state: PendleMarket,
  random: Random,
  timestamp: bigint,
) {
  const at = { number: 0n, timestamp };
  const way = edges(state)[random() < 0.5 ? 0 : 1];
  if (way?.action !== "swap" || state.isPaused) return;
  // What time may change of the largest amount is left.
  const most = (maxIn(state, way, at) * 9n) / 10n;
  const amountIn = (most * BigInt(1 + Math.floor(300 * random() ** 2))) / 1_000n;
  const priced = pricedFor(state, way, timestamp);
  if (priced === null || !quote(state, way, amountIn, at).ok) return;
  const held = await client.readContract({
    ...{ abi: erc20Abi, address: way.tokenIn, functionName: "balanceOf", args: [builder.operator] },
  });
  if (held < (amountIn * 102n) / 100n) return;
  if (way.tokenIn === state.pt) {
    call(builder, state.pt, "transfer", [state.address, amountIn]);
    call(builder, state.address, "swapExactPtForSy", [builder.operator, amountIn, "0x"]);
    return;
  }
  const bought = mostFor(priced, amountIn);
  if (bought === null) return;
  // Others may pay another fee than the router.
  call(builder, state.sy, "transfer", [state.address, (amountIn * 102n) / 100n]);
  call(builder, state.address, "swapSyForExactPt", [builder.operator, bought.ptOut, "0x"]);
}
