import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { STEAKHOUSE_USDC, YEARN_USDT, YEARN_WETH } from "../../devnet/protocols/erc4626.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import type { Erc4626Vault } from "../../src/protocols/erc4626/pool.ts";
import { createLimitedTrades } from "../harness/limited-trades.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { read } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000004a0175";
const ETHER = 10n ** 18n;
/** Brands, and which of the vaults that their factories made. */
const MADE: readonly (readonly [brand: string, place: number])[] = [
  ["metamorpho", 0],
  ["morpho-vaults-v2", 0],
  ["morpho-vaults-v2", 1],
  ["euler-v2", 0],
  ["yearn-v3", 0],
];
/** Vaults that stand at their real addresses; the others were made through the factories. */
const ENTERED: ReadonlySet<string> = new Set([STEAKHOUSE_USDC, YEARN_USDT, YEARN_WETH].map(lower));

let weir: RunningService;
let trades: ReturnType<typeof createLimitedTrades>;

beforeAll(async () => {
  weir = await sharedService();
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 24n });
  trades = createLimitedTrades({ weir, owner: OWNER });
}, 300_000);

/** One of the vaults of a brand that its factory made, by address. */
function madeOf(brand: string, place: number): Erc4626Vault {
  const issued = [...weir.service(1).snapshot().defiTokens.values()].flatMap(
    ({ protocol, state }) => (protocol.family === "erc4626" ? [state as Erc4626Vault] : []),
  );
  const made = issued.filter(({ slug, address }) => slug === brand && !ENTERED.has(address));
  const planned = MADE.filter(([slug]) => slug === brand);
  const vault = made.sort((a, b) => (a.address < b.address ? -1 : 1))[place];
  if (vault === undefined || made.length > planned.length) {
    throw new Error(`${made.length} of ${brand}`);
  }
  return vault;
}

interface TokenRecord {
  readonly address: Address;
  readonly protocolSlug: string | null;
  readonly tvl: number | null;
  readonly underlyingTokens: readonly { readonly address: Address }[];
}

describe.each(MADE)("a vault that a factory of %s made, %i", (brand, place) => {
  test("default: is listed with its asset and what it holds", async () => {
    const { address, asset } = madeOf(brand, place);
    const query = { chainId: "1", address, includeMetadata: "true" };
    const { data } = await read<{ readonly data: readonly TokenRecord[] }>(weir, "tokens", query);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ address, protocolSlug: brand });
    expect(data[0]?.underlyingTokens.map((token) => token.address)).toEqual([asset]);
    expect(data[0]?.tvl).toBeGreaterThan(2_000_000);
  });

  test("behavior: routes lead in and out", async () => {
    const { address, asset } = madeOf(brand, place);
    await trades.executes({ tokenIn: NATIVE, tokenOut: address, amountIn: ETHER });
    await trades.acquire(address, NATIVE, ETHER);
    const { assetsTerm, sharesTerm, totalSupply } = madeOf(brand, place);
    const amountIn = (totalSupply * 10n ** 6n) / ((totalSupply * assetsTerm) / sharesTerm);
    const { body } = await trades.executes({ tokenIn: address, tokenOut: asset, amountIn });
    expect(BigInt(body.amountOut)).toBeGreaterThan(0n);
    await trades.executes({ tokenIn: address, tokenOut: NATIVE, amountIn });
  });
});
