import { type Address, encodeFunctionData, erc20Abi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { mined, sendAnswer } from "../harness/execution.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { balanceOf, sendFrom, type TradeBody } from "../harness/trading.ts";

const OWNER: Address = "0x0000000000000000000000000000000000115ed1";
const CHAINS = [1, 80_094];
/** What a token is entered with, of the native currency. */
const AMOUNT = 10n ** 17n;
const GAS = 200_000n;
/** Issuers that sell and do not buy back at once; no pool of the devnet trades their tokens. */
const ENTERED_ONLY = ["frax-ether", "infrared", "kelp", "mantle-staked-ether", "renzo", "stader"];

let weir: RunningService;

beforeAll(async () => {
  weir = await sharedService([1, 80_094, 8453]);
  for (const chainId of CHAINS) {
    await weir.node(chainId).setBalance({ address: OWNER, value: 10n ** 26n });
  }
}, 300_000);

async function get<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
  const response = await weir.app.request(`/api/v1/${path}?${new URLSearchParams(query)}`);
  return (await response.json()) as T;
}

interface Page {
  readonly data: readonly { readonly address: Address; readonly protocolSlug: string | null }[];
  readonly meta: { readonly lastPage: number };
}

/** All that the list has. */
async function listed(chainId: number) {
  const records = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await get<Page>("tokens", { chainId: `${chainId}`, page: `${page}` });
    records.push(...data);
    last = meta.lastPage;
  }
  return records;
}

/** Asks for a trade; where another amount is named as one that works, for that. */
async function asked(
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<TradeBody & { readonly asked: bigint }> {
  const base = { fromAddress: OWNER, ...query };
  const body = await get<TradeBody>(`shortcuts/${path}`, base);
  const other = body.data?.minAmountIn ?? body.data?.maxAmountIn;
  if (typeof other !== "string" || other === "0")
    return { ...body, asked: BigInt(query.amountIn ?? 0) };
  const again = await get<TradeBody>(`shortcuts/${path}`, { ...base, amountIn: other });
  return { ...again, asked: BigInt(other) };
}

function supplyOf(chainId: number, address: Address): Promise<bigint> {
  const call = { address, abi: erc20Abi, functionName: "totalSupply" } as const;
  return weir.node(chainId).readContract(call);
}

describe.each(CHAINS)("chain %s", (chainId) => {
  test("default: every listed token can be entered and left", async () => {
    const refused: string[] = [];
    const records = await listed(chainId);
    for (const { address, protocolSlug } of records) {
      if (address === NATIVE) continue;
      const on = { chainId: `${chainId}` };
      const entered = await asked("quote", {
        ...{ ...on, tokenIn: NATIVE, tokenOut: address, amountIn: `${AMOUNT}` },
      });
      if (entered.code !== undefined) {
        refused.push(`${protocolSlug} ${address} in: ${entered.code} ${entered.message}`);
        continue;
      }
      if (ENTERED_ONLY.includes(protocolSlug ?? "")) continue;
      const left = await asked("quote", {
        ...{ ...on, tokenIn: address, tokenOut: NATIVE, amountIn: entered.amountOut },
      });
      const isNew = left.code !== undefined && (await supplyOf(chainId, address)) === 0n;
      // Nobody has any of it to leave with: what it is left for comes with the first entry.
      if (left.code !== undefined && !isNew) {
        refused.push(`${protocolSlug} ${address} out: ${left.code} ${left.message}`);
      }
    }
    expect(refused).toEqual([]);
    expect(records.length).toBeGreaterThan(10);
  }, 300_000);
});

describe("shares of Berachain", () => {
  test.each(["kodiak-v2", "bex"])("default: %s, entered and left to the wei", async (slug) => {
    const chainId = 80_094;
    const node = weir.node(chainId);
    const shares = (await listed(chainId)).filter(({ protocolSlug }) => protocolSlug === slug);
    expect(shares.length).toBeGreaterThan(0);
    const trade = async (tokenIn: Address, tokenOut: Address, amountIn: bigint) => {
      const query = { chainId: `${chainId}`, fromAddress: OWNER, tokenIn, tokenOut };
      const sold = { ...query, amountIn: `${amountIn}` };
      const quote = await get<TradeBody>("shortcuts/quote", sold);
      const route = await get<TradeBody>("shortcuts/route", sold);
      expect(route.code, JSON.stringify(route)).toBeUndefined();
      expect(quote.amountOut).toBe(route.amountOut);
      if (tokenIn !== NATIVE) {
        const args = [ROUTER_ADDRESS, amountIn] as const;
        const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
        await mined(weir, await sendFrom(node, OWNER, { to: tokenIn, data, gas: GAS }), {
          chainId,
        });
      }
      const before = await balanceOf(node, tokenOut, OWNER);
      await mined(weir, await sendAnswer(node, route), { chainId });
      const gained = (await balanceOf(node, tokenOut, OWNER)) - before;
      expect(gained).toBe(BigInt(route.amountOut));
      return { gained, route };
    };
    const wrapped = weir.service(chainId).snapshot().wrappedNative;
    let wide = 0;
    for (const { address } of shares) {
      const entered = await trade(NATIVE, address, 10n ** 21n);
      wide += entered.route.route.filter(({ tokenIn }) => tokenIn.length > 1).length;
      await trade(address, wrapped, entered.gained);
    }
    expect(wide).toBeGreaterThan(0);
  }, 120_000);
});
