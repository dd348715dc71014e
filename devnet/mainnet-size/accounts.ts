import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
} from "viem";
import { decimalsAt, type MarketPool, type MarketV3Pool, priceAt } from "./market.ts";

/** An account as anvil dumps it. */
export interface Account {
  readonly nonce: number;
  readonly balance: Hex;
  readonly code: Hex;
  readonly storage: Record<Hex, Hex>;
}

/** What a pool is paired with. */
export interface Connector {
  readonly address: Address;
  readonly decimals: number;
  readonly priceUsd: number;
}

/** Storage slots of `TokenLedger` and `TailToken`. */
const TOKEN_SLOTS = { totalSupply: 0n, balanceOf: 1n, facts: 3n };
/** @see https://github.com/Uniswap/v2-core/blob/v1.0.1/contracts/UniswapV2Pair.sol */
const PAIR_SLOTS = {
  ...{ totalSupply: 0n, factory: 5n, token0: 6n, token1: 7n, reserves: 8n, unlocked: 12n },
};
/** @see https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/UniswapV3Pool.sol */
const V3_SLOTS = { slot0: 0n, liquidity: 4n, ticks: 5n, tickBitmap: 6n, observations: 8n };
const TICK_SPACINGS = { 500: 10, 3000: 60, 10000: 200 } as const;
const Q96 = 2 ** 96;
const WORD = 256;

/** Slot of a mapping's entry. */
export function entrySlot(key: bigint, mapping: bigint): Hex {
  return keccak256(concatHex([word(key), word(mapping)]));
}

export function word(value: bigint): Hex {
  return numberToHex(BigInt.asUintN(256, value), { size: 32 });
}

/** A minimal proxy. @see https://eips.ethereum.org/EIPS/eip-1167 */
export function cloneOf(code: Address): Hex {
  return concatHex(["0x363d3d373d3d3d363d73", code, "0x5af43d82803e903d91602b57fd5bf3"]);
}

/** What a pool of so many dollars holds of its two tokens, in half each, smallest units. */
export function amountsOf(place: number, { usd }: MarketPool, via: Connector) {
  const units = (price: number, decimals: number) =>
    BigInt(Math.max(1, Math.floor((usd / 2 / price) * 10 ** Math.min(decimals, 9)))) *
    10n ** BigInt(Math.max(0, decimals - 9));
  return {
    own: units(priceAt(place), decimalsAt(place)),
    other: units(via.priceUsd, via.decimals),
  };
}

/** The token in a place, a clone that names its holders. */
export function tokenAccount(
  place: number,
  { code, held }: { readonly code: Hex; readonly held: ReadonlyMap<Address, bigint> },
): Account {
  const supply = [...held.values()].reduce((sum, amount) => sum + amount, 0n);
  const number = 1n + BigInt(place % 65_535);
  const storage: Record<Hex, Hex> = {
    [word(TOKEN_SLOTS.totalSupply)]: word(supply),
    [word(TOKEN_SLOTS.facts)]: word(number | (BigInt(decimalsAt(place)) << 16n)),
  };
  for (const [holder, amount] of held) {
    storage[entrySlot(hexToBigInt(holder), TOKEN_SLOTS.balanceOf)] = word(amount);
  }
  return { nonce: 1, balance: "0x0", code, storage };
}

/** A pair's storage, as `mint` leaves it. */
export function pairAccount(
  {
    token,
    via,
    own,
    other,
  }: {
    readonly token: Address;
    readonly via: Address;
    readonly own: bigint;
    readonly other: bigint;
  },
  { code, factory }: { readonly code: Hex; readonly factory: Address },
): Account {
  const isFirst = hexToBigInt(token) < hexToBigInt(via);
  const [token0, token1] = isFirst ? [token, via] : [via, token];
  const [reserve0, reserve1] = isFirst ? [own, other] : [other, own];
  const supply = BigInt(Math.floor(Math.sqrt(Number(own) * Number(other))));
  const storage = {
    [word(PAIR_SLOTS.totalSupply)]: word(supply),
    [word(PAIR_SLOTS.factory)]: word(hexToBigInt(factory)),
    [word(PAIR_SLOTS.token0)]: word(hexToBigInt(token0)),
    [word(PAIR_SLOTS.token1)]: word(hexToBigInt(token1)),
    [word(PAIR_SLOTS.reserves)]: word(reserve0 | (reserve1 << 112n)),
    [word(PAIR_SLOTS.unlocked)]: word(1n),
  };
  return { nonce: 1, balance: "0x0", code, storage };
}

/** A concentrated-liquidity pool's storage, as `initialize` and `mint` leave it. */
export function v3Account(
  pool: MarketV3Pool,
  {
    code,
    via,
    own,
    other,
  }: {
    readonly code: Hex;
    readonly via: Address;
    readonly own: bigint;
    readonly other: bigint;
  },
): Account {
  const isFirst = hexToBigInt(pool.token) < hexToBigInt(via);
  const [amount0, amount1] = isFirst ? [own, other] : [other, own];
  const price = Number(amount1) / Number(amount0);
  const tick = Math.floor(Math.log(price) / Math.log(1.0001));
  const sqrtPriceX96 = BigInt(Math.floor(Math.sqrt(1.0001 ** (tick + 0.5)) * Q96));
  const spacing = TICK_SPACINGS[pool.feePips];
  const middle = Math.floor(tick / spacing);
  const whole = Math.floor(Math.sqrt(Number(amount0) * Number(amount1)));
  const each = BigInt(Math.max(1, Math.floor(whole / pool.positions)));
  const storage: Record<Hex, Hex> = {
    [word(V3_SLOTS.slot0)]: word(
      sqrtPriceX96 |
        (BigInt.asUintN(24, BigInt(tick)) << 160n) |
        (1n << 200n) |
        (1n << 216n) |
        (1n << 240n),
    ),
    [word(V3_SLOTS.liquidity)]: word(each * BigInt(pool.positions)),
    [word(V3_SLOTS.observations)]: word(1n << 248n),
  };
  const bitmap = new Map<number, bigint>();
  const add = (compressed: number, net: bigint): void => {
    const base = hexToBigInt(entrySlot(BigInt(compressed * spacing), V3_SLOTS.ticks));
    storage[word(base)] = word(each | (BigInt.asUintN(128, net) << 128n));
    storage[word(base + 3n)] = word(1n << 248n);
    const at = Math.floor(compressed / WORD);
    bitmap.set(at, (bitmap.get(at) ?? 0n) | (1n << BigInt(compressed - at * WORD)));
  };
  for (let position = 0; position < pool.positions; position++) {
    add(middle - position, each);
    add(middle + 1 + position, -each);
  }
  for (const [at, bits] of bitmap) {
    storage[entrySlot(BigInt(at), V3_SLOTS.tickBitmap)] = word(bits);
  }
  return { nonce: 1, balance: "0x0", code, storage };
}

/**
 * The code of another pool with the same fee as that of this one: its immutables are words of the
 * code.
 */
export function v3CodeOf(
  code: Hex,
  from: { readonly pool: Address; readonly token0: Address; readonly token1: Address },
  to: { readonly pool: Address; readonly token: Address; readonly via: Address },
): Hex {
  const isFirst = hexToBigInt(to.token) < hexToBigInt(to.via);
  const [token0, token1] = isFirst ? [to.token, to.via] : [to.via, to.token];
  const digits = (address: Address) => word(hexToBigInt(address)).slice(2);
  return code
    .replaceAll(digits(from.pool), digits(to.pool))
    .replaceAll(digits(from.token0), digits(token0))
    .replaceAll(digits(from.token1), digits(token1)) as Hex;
}

/** What `PoolCreated` carries besides its topics. */
export function poolCreatedData({ feePips, address }: MarketV3Pool): Hex {
  return encodeAbiParameters(
    [{ type: "int24" }, { type: "address" }],
    [TICK_SPACINGS[feePips], address],
  );
}
