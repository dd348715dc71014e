import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import type { ManagedCalls } from "../../devnet/market/managed-calls.ts";
import { MARKET_MAKER } from "../../devnet/protocols/market-maker.ts";
import type { DevnetProtocol } from "../../devnet/protocols/protocol.ts";
import { tokenBySymbol } from "../../devnet/token-list.ts";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import { getSqrtRatioAtTick } from "../../src/protocols/uniswap-v3/tick-math.ts";
import type { ManagedPool } from "../../src/protocols/uniswap-v4/pool.ts";
import type { Random } from "./on-chain.ts";
import type { ProtocolChain } from "./protocol-chain.ts";
import { shakeBy } from "./uniswap-v3/shake.ts";

const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

const RICH = 10n ** 40n;
/** Beyond it a manager cannot account for what the positions take: it counts in int128. */
export const FARTHEST_TICK = 650_000;
const GAS = 8_000_000n;

/** Two tokens, lower address first; the zero address is the native currency. */
interface Currencies {
  readonly currency0: Address;
  readonly currency1: Address;
}

/** A pool that a test begins with. */
export interface TestPool {
  /** Symbols; `ETH` is the native currency. */
  readonly pair: readonly [string, string];
  /** Of the first price. */
  readonly tick: number;
  calls(currencies: Currencies): ManagedCalls;
}

/** Pools of a manager without liquidity, and a market maker that can fill them. */
export function testPools(
  manager: Address,
  pools: readonly TestPool[],
  prepare: DevnetProtocol["deploy"] = () => Promise.resolve(),
): DevnetProtocol {
  return {
    slug: "test-pools",
    deploy: prepare,
    async seed({ builder, tokens }) {
      await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, `0x${RICH.toString(16)}`]);
      for (const { pair, tick, calls } of pools) {
        const addresses = pair.map((symbol) =>
          symbol === "ETH" ? ZERO_ADDRESS : tokenBySymbol(tokens, symbol).address,
        );
        const [currency0, currency1] = addresses.sort() as [Address, Address];
        const label = pair.join("/");
        for (const to of [currency0, currency1]) {
          if (to === ZERO_ADDRESS) continue;
          const data = encodeFunctionData({ abi: tokenAbi, args: [MARKET_MAKER, RICH] });
          builder.queue({ to, data, gas: GAS, label: `tokens of ${label}` });
        }
        const data = calls({ currency0, currency1 }).initialize(getSqrtRatioAtTick(tick) + 7n);
        builder.queue({ to: manager, data, gas: GAS, label: `pool of ${label}` });
      }
      await builder.flush();
    },
  };
}

/** A transaction of the operator that sets a fee. */
export interface FeeCall {
  readonly to: Address;
  readonly data: Hex;
}

/** Positions and swaps, and now and then other fees of a pool. */
export function shakeManaged<S extends ManagedPool>(by: {
  read(chain: ProtocolChain): Promise<readonly S[]>;
  calls(pool: S): ManagedCalls;
  /** Other fees. */
  fees(pool: S, random: Random): readonly FeeCall[];
}): (chain: ProtocolChain, random: Random) => Promise<void> {
  const { read, calls, fees } = by;
  const shake = shakeBy<S>({
    farthestTick: FARTHEST_TICK,
    read,
    provide: (pool, range) => calls(pool).provide([range]),
    withdraw: (pool, range) => calls(pool).withdraw(range),
    swap: (pool, { limit, ...trade }) => calls(pool).swap({ ...trade, sqrtPriceLimitX96: limit }),
  });
  return async (chain, random) => {
    for (const pool of await read(chain)) {
      if (random() > 0.1) continue;
      for (const call of fees(pool, random))
        chain.builder.queue({ ...call, gas: GAS, label: "fee" });
    }
    await chain.builder.flush();
    await shake(chain, random);
  };
}

/**
 * Protocol fees of both directions, each none now and then.
 *
 * @param most Hundredths of a basis point.
 */
export function randomProtocolFee(random: Random, most: number): number {
  const part = () => (random() < 0.3 ? 0 : Math.floor(random() * (most + 1)));
  return part() | (part() << 12);
}
