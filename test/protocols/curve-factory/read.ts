import { type Abi, type Address, erc20Abi, type PublicClient, parseAbi, parseAbiItem } from "viem";
import { CurvePlainFactory } from "../../../abis/CurveFactory.ts";
import { STETH } from "../../../devnet/protocols/lido.ts";
import { lower, NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { factoriesOn, namedPoolsOn } from "../../../src/protocols/curve-factory/contracts.ts";
import type { CurveFactoryPool } from "../../../src/protocols/curve-factory/pool.ts";
import type { ShareBalance } from "../../../src/protocols/curve-factory/share-balance.ts";

const poolAbi = parseAbi([
  "function coins(uint256 i) view returns (address)",
  "function balances(uint256 i) view returns (uint256)",
  "function fee() view returns (uint256)",
  "function admin_fee() view returns (uint256)",
  "function initial_A() view returns (uint256)",
  "function future_A() view returns (uint256)",
  "function initial_A_time() view returns (uint256)",
  "function future_A_time() view returns (uint256)",
  "function stored_rates() view returns (uint256[2])",
  "function admin_balances(uint256 i) view returns (uint256)",
]);

const TOTALS = [
  ...(["getTotalPooledEther", "getExternalEther"] as const),
  ...(["getTotalShares", "getExternalShares"] as const),
] as const;
const shareAbi = parseAbi([
  "function sharesOf(address account) view returns (uint256)",
  "function getTotalPooledEther() view returns (uint256)",
  "function getExternalEther() view returns (uint256)",
  "function getTotalShares() view returns (uint256)",
  "function getExternalShares() view returns (uint256)",
]);

/**
 * Every pool of the chain's factories, and those that no factory made, by contract reads alone;
 * what only an index knows (prices of another day) is 0.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CurveFactoryPool[]> {
  const states: CurveFactoryPool[] = [];
  for (const { slug, factory: address, ...code } of factoriesOn(chainId)) {
    const factory = { abi: CurvePlainFactory, address } as const;
    if ((await client.getCode({ address })) === undefined) continue;
    const count = await client.readContract({ ...factory, functionName: "pool_count" });
    for (let i = 0n; i < count; i++) {
      const listed = { ...factory, functionName: "pool_list", args: [i] } as const;
      const pool = lower(await client.readContract(listed));
      const of = { ...factory, args: [pool] } as const;
      const made = lower(
        await client.readContract({ ...of, functionName: "get_implementation_address" }),
      );
      const { plain, averaging, priced = [], nativePriced = [] } = code;
      const tellsRates = [...priced, ...nativePriced].includes(made);
      if (![...plain, ...averaging].includes(made) && !tellsRates) continue;
      const coins = await client.readContract({ ...of, functionName: "get_coins" });
      const decimals = await client.readContract({ ...of, functionName: "get_decimals" });
      const own = coins.map(lower).filter((coin) => coin !== ZERO_ADDRESS);
      const rates = tellsRates
        ? await client.readContract({ abi: poolAbi, address: pool, functionName: "stored_rates" })
        : own.map((_, place) => 10n ** (36n - (decimals[place] ?? 0n)));
      const hasAverage = averaging.includes(made) || tellsRates;
      states.push({
        ...{ id: pool, address: pool, slug, lpToken: pool, updatedBlock: 0, coins: own, rates },
        ...{ returnsAmount: true, paused: false, aPrecision: 100n },
        ...{ dividesAtOnce: own.length === 2, offpegE10: hasAverage ? 0n : null },
        ...(await readNumbers(client, { address: pool, lpToken: pool, coins: own })),
        ...(await readShares(client, pool, own)),
        since: { price: 0n, timestamp: 0 },
        latest: { price: 0n, timestamp: 0 },
      });
    }
  }
  for (const named of namedPoolsOn(chainId)) {
    if ((await client.getCode({ address: named.pool })) === undefined) continue;
    states.push(await readNamed(client, named));
  }
  return states;
}

async function readNamed(
  client: PublicClient,
  { slug, pool, lpToken, coins, rate, code }: ReturnType<typeof namedPoolsOn>[number],
): Promise<CurveFactoryPool> {
  const E18 = 10n ** 18n;
  let second = E18;
  if (rate !== null) {
    const abi = [parseAbiItem(`function ${rate.view} view returns (uint256)`)] as const;
    const [functionName = ""] = rate.view.split("(");
    const told = BigInt(
      String(await client.readContract({ abi: abi as Abi, address: rate.of, functionName })),
    );
    second = rate.isInverse ? (E18 * E18) / told : told;
  }
  const codes = {
    "native-averaging": { offpegE10: 0n },
    "native-rated": { offpegE10: null, keepsScaled: true },
    "native-plain": { offpegE10: null, addsUnit: true },
  } as const;
  return {
    ...{ id: pool, address: pool, slug, lpToken, updatedBlock: 0, coins, rates: [E18, second] },
    ...{ returnsAmount: true, paused: false, aPrecision: 100n, dividesAtOnce: false },
    ...codes[code],
    ...(await readNumbers(client, { address: pool, lpToken, coins })),
    ...(await readShares(client, pool, coins)),
    since: { price: 0n, timestamp: 0 },
    latest: { price: 0n, timestamp: 0 },
  };
}

/** What a pool of ether and stETH has of the latter. */
async function readShares(
  client: PublicClient,
  address: Address,
  [first, second]: readonly Address[],
): Promise<{ readonly shareBalance?: ShareBalance }> {
  if (first !== NATIVE || second !== lower(STETH)) return {};
  const steth = { abi: shareAbi, address: STETH } as const;
  const total = async (functionName: (typeof TOTALS)[number]) =>
    client.readContract({ ...steth, functionName });
  const held = { functionName: "sharesOf", args: [address] } as const;
  const ofAdmin = { functionName: "admin_balances", args: [1n] } as const;
  const ether = await total("getTotalPooledEther");
  const shareBalance = {
    shares: await client.readContract({ ...steth, ...held }),
    adminBalance: await client.readContract({ abi: poolAbi, address, ...ofAdmin }),
    internalEther: ether - (await total("getExternalEther")),
    internalShares: (await total("getTotalShares")) - (await total("getExternalShares")),
  };
  return { shareBalance };
}

async function readNumbers(
  client: PublicClient,
  { address, lpToken, coins }: Pick<CurveFactoryPool, "address" | "lpToken" | "coins">,
) {
  const pool = { abi: poolAbi, address } as const;
  const supplies = { abi: erc20Abi, address: lpToken, functionName: "totalSupply" } as const;
  const balanceAt = (i: number) =>
    ({ ...pool, functionName: "balances", args: [BigInt(i)] }) as const;
  return {
    balances: await Promise.all(coins.map((_, i) => client.readContract(balanceAt(i)))),
    supply: await client.readContract(supplies),
    feeE10: await client.readContract({ ...pool, functionName: "fee" }),
    adminFeeE10: await client.readContract({ ...pool, functionName: "admin_fee" }),
    initialA: await client.readContract({ ...pool, functionName: "initial_A" }),
    futureA: await client.readContract({ ...pool, functionName: "future_A" }),
    initialATime: await client.readContract({ ...pool, functionName: "initial_A_time" }),
    futureATime: await client.readContract({ ...pool, functionName: "future_A_time" }),
  };
}
