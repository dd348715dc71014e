import { setImmediate } from "node:timers/promises";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  type TypedDataDefinition,
} from "viem";
import { expect } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
import type { Position } from "../../src/protocols/position.ts";
import type { DevnetClient, RunningService } from "./service.ts";

/** What route, quote and bundle answer, as far as tests read it; `code` on refusals. */
export interface TradeBody {
  readonly amountOut: string;
  readonly minAmountOut: string;
  readonly amountsOut: Readonly<Record<string, string>>;
  readonly gas: string;
  readonly createdAt: number;
  readonly route: readonly {
    readonly protocol: string;
    readonly action: string;
    readonly tokenIn: readonly Address[];
    readonly tokenOut: readonly Address[];
    readonly legs?: readonly {
      readonly pool: string;
      readonly share: number;
      readonly gas: string;
    }[];
  }[];
  /** Where it was looked for. */
  readonly amountIn?: string;
  readonly slippage?: number;
  readonly calls?: readonly { readonly to: Address; readonly value: Hex; readonly data: Hex }[];
  readonly safe?: {
    readonly to: Address;
    readonly value: string;
    readonly data: Hex;
    readonly operation: number;
    readonly hash: Hex;
  };
  readonly userop?: { readonly callData: Hex };
  readonly tx: {
    readonly to: Address;
    readonly from: Address;
    readonly data: Hex;
    readonly value: string;
  };
  readonly explain: { readonly legs: readonly { readonly pool: string }[] };
  readonly validUntil: number;
  readonly feeAmount?: readonly string[];
  /** As JSON carries it. */
  readonly permit?: TypedDataDefinition;
  readonly details?: readonly { readonly path: string }[];
  readonly code?: string;
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body: TradeBody;
}

/** Asks `/api/v1/shortcuts/<path>` on chain 1. */
export async function ask(
  weir: RunningService,
  path: string,
  query: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> {
  const search = new URLSearchParams({ chainId: "1", ...query });
  const init =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  // The service is in this process, and has to hear of its node between requests.
  await setImmediate();
  const response = await weir.app.request(`/api/v1/shortcuts/${path}?${search}`, init);
  return { status: response.status, body: (await response.json()) as TradeBody };
}

/** What an answer says, in words for a failed test. */
export function shown({ body }: Answer): string {
  return JSON.stringify({ ...body, tx: undefined });
}

/** The body of an answer, which has to be no refusal. */
export function bodyOf(answer: Answer): TradeBody {
  expect(answer.status, shown(answer)).toBe(200);
  return answer.body;
}

/** What `/api/v1/<path>` says, which has to be no refusal. */
export async function read<T>(
  weir: RunningService,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<T> {
  const search = new URLSearchParams(query).toString();
  const asked = search === "" ? path : `${path}?${search}`;
  const response = await weir.app.request(`/api/v1/${asked}`);
  expect(response.status, asked).toBe(200);
  return (await response.json()) as T;
}

/** Balance of a token, the native one included. */
export async function balanceOf(
  node: DevnetClient,
  token: Address,
  owner: Address,
): Promise<bigint> {
  if (token === NATIVE) return node.getBalance({ address: owner });
  return node.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
  });
}

/** Sets an account's balance of a token, without a block. */
export async function deal(
  node: DevnetClient,
  of: { readonly owner: Address; readonly token: Address; readonly amount: bigint },
): Promise<void> {
  const { owner, token, amount } = of;
  if (token === NATIVE) {
    await node.setBalance({ address: owner, value: amount });
    return;
  }
  await node.request({
    method: "anvil_dealERC20" as never,
    params: [owner, token, `0x${amount.toString(16)}`] as never,
  });
}

/** Sends from any account, which is impersonated; mined with the next block. */
export async function sendFrom(
  node: DevnetClient,
  from: Address,
  tx: { readonly to: Address; readonly data: Hex; readonly gas: bigint; readonly value?: bigint },
): Promise<Hex> {
  await node.impersonateAccount({ address: from });
  return node.sendTransaction({
    account: from,
    chain: null,
    type: "legacy",
    gasPrice: 10n ** 11n,
    ...tx,
  });
}

/** Approves exactly `amount`, through zero as USDT demands; mined with the next block. */
export async function approveExactly(
  node: DevnetClient,
  of: {
    readonly owner: Address;
    readonly token: Address;
    readonly spender: Address;
    readonly amount: bigint;
  },
): Promise<void> {
  for (const amount of [0n, of.amount]) {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [of.spender, amount],
    });
    await sendFrom(node, of.owner, { to: of.token, data, gas: 200_000n });
  }
}

/** Sets an account's balance of a token, of which a spender may take as much. */
export async function dealApproved(
  node: DevnetClient,
  of: {
    readonly owner: Address;
    readonly token: Address;
    readonly spender: Address;
    readonly amount: bigint;
  },
): Promise<void> {
  await deal(node, of);
  await approveExactly(node, of);
}

/** How a caller names a position. */
export function positionName({ address, id }: Pick<Position, "address" | "id">): string {
  return id === null ? address : `1:${address}:${id}`;
}

/** Address of a devnet token by its symbol. */
export function tokenOf(weir: RunningService, symbol: string): Address {
  const found = [...weir.service(1).snapshot().tokens.values()].find(
    (token) => token.symbol === symbol,
  );
  if (found === undefined) throw new Error(`the devnet lists no ${symbol}`);
  return found.address;
}
