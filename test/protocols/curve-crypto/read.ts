import { erc20Abi, type PublicClient, parseAbi } from "viem";
import { CurveTricryptoFactory, CurveTwocryptoFactory } from "../../../abis/CurveCrypto.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/curve-crypto/contracts.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { readOlder } from "./older-read.ts";

const poolAbi = parseAbi([
  "function balances(uint256 i) view returns (uint256)",
  "function D() view returns (uint256)",
  "function virtual_price() view returns (uint256)",
  "function xcp_profit() view returns (uint256)",
  "function xcp_profit_a() view returns (uint256)",
  "function initial_A_gamma() view returns (uint256)",
  "function future_A_gamma() view returns (uint256)",
  "function initial_A_gamma_time() view returns (uint256)",
  "function future_A_gamma_time() view returns (uint256)",
  "function packed_fee_params() view returns (uint256)",
  "function packed_rebalancing_params() view returns (uint256)",
  "function last_timestamp() view returns (uint256)",
  "function last_prices_timestamp() view returns (uint256)",
]);
const storedAbi = parseAbi(["function storedAverages() view returns (uint256[])"]);
const pricesAbi = {
  two: parseAbi([
    "function price_scale() view returns (uint256)",
    "function last_prices() view returns (uint256)",
  ]),
  three: parseAbi([
    "function price_scale(uint256 k) view returns (uint256)",
    "function last_prices(uint256 k) view returns (uint256)",
  ]),
};

const [HALF, QUARTER] = [(1n << 128n) - 1n, (1n << 64n) - 1n];

/**
 * Every pool of the chain's factories and every listed one, by contract reads alone; what only an
 * index knows (prices of another day) is 0.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly CurveCryptoPool[]> {
  const states: CurveCryptoPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    for (const [abi, address] of [
      [CurveTwocryptoFactory, contracts.twocryptoFactory],
      [CurveTricryptoFactory, contracts.tricryptoFactory],
    ] as const) {
      if ((await client.getCode({ address })) === undefined) continue;
      const count = await client.readContract({ abi, address, functionName: "pool_count" });
      for (let i = 0n; i < count; i++) {
        const listed = { abi, address, functionName: "pool_list", args: [i] } as const;
        const pool = lower(await client.readContract(listed));
        const coins = { functionName: "get_coins", args: [pool] } as const;
        const found: readonly `0x${string}`[] =
          abi === CurveTwocryptoFactory
            ? await client.readContract({ abi: CurveTwocryptoFactory, address, ...coins })
            : await client.readContract({ abi: CurveTricryptoFactory, address, ...coins });
        states.push({
          ...{ id: pool, address: pool, slug, updatedBlock: 0, coins: found.map(lower) },
          ...{ lpToken: pool, older: null },
          ...(await readNumbers(client, pool, found)),
          since: { price: 0n, timestamp: 0 },
          latest: { price: 0n, timestamp: 0 },
        });
      }
    }
    states.push(...(await readOlder(client, chainId, slug)));
  }
  return states;
}

type PriceView = "price_scale" | "last_prices";

async function readNumbers(
  client: PublicClient,
  address: `0x${string}`,
  coins: readonly `0x${string}`[],
) {
  const n = coins.length;
  const word = (functionName: Exclude<(typeof poolAbi)[number]["name"], "balances">) =>
    client.readContract({ abi: poolAbi, address, functionName });
  const prices = (functionName: PriceView): Promise<readonly bigint[]> =>
    Promise.all(
      coins.slice(1).map((_, k) =>
        n === 2
          ? client.readContract({ abi: pricesAbi.two, address, functionName })
          : client.readContract({
              abi: pricesAbi.three,
              address,
              functionName,
              args: [BigInt(k)],
            }),
      ),
    );
  const decimals = await Promise.all(
    coins.map((coin) =>
      client.readContract({ abi: erc20Abi, address: coin, functionName: "decimals" }),
    ),
  );
  const fees = await word("packed_fee_params");
  const rebalancing = await word("packed_rebalancing_params");
  const [initial, future] = [await word("initial_A_gamma"), await word("future_A_gamma")];
  const time = await word(n === 2 ? "last_timestamp" : "last_prices_timestamp");
  const averages = {
    priceScales: await prices("price_scale"),
    lastPrices: await prices("last_prices"),
    averagesTime: time & HALF,
    averagingSeconds: rebalancing & QUARTER,
  };
  return {
    // On Ethereum all pools of three coins are of the code with native transfers.
    claims: n === 3,
    precisions: decimals.map((each) => 10n ** BigInt(18 - each)),
    balances: await Promise.all(
      coins.map((_, i) =>
        client.readContract({
          ...{ abi: poolAbi, address, functionName: "balances", args: [BigInt(i)] },
        }),
      ),
    ),
    supply: await client.readContract({ abi: erc20Abi, address, functionName: "totalSupply" }),
    ...{ d: await word("D"), virtualPrice: await word("virtual_price") },
    ...averages,
    // Of our own contract: of the original's view only what the index makes of it is known.
    priceAverages: await client.readContract({
      abi: storedAbi,
      address,
      functionName: "storedAverages",
    }),
    ...{ profit: await word("xcp_profit"), claimedProfit: await word("xcp_profit_a") },
    ...{ allowedProfit: rebalancing >> 128n, adjustmentStep: (rebalancing >> 64n) & QUARTER },
    ...{ midFeeE10: fees >> 128n, outFeeE10: (fees >> 64n) & QUARTER, feeGamma: fees & QUARTER },
    ...{ initialAnn: initial >> 128n, initialGamma: initial & HALF },
    ...{ futureAnn: future >> 128n, futureGamma: future & HALF },
    initialTime: await word("initial_A_gamma_time"),
    futureTime: await word("future_A_gamma_time"),
  };
}
