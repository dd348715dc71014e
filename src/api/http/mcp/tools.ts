import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

/** Asks the service's own API; of a failure the body is its error. */
export type AskApi = (
  path: string,
  request: { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown },
) => Promise<{ readonly status: number; readonly body: unknown }>;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
/** Records of a list that an answer has, unless asked otherwise. */
const MOST_RECORDS = 10;

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const chainId = z.number().int().min(1).default(1).describe("Chain id; 1 is Ethereum.");
const token = (what: string) =>
  address.describe(
    `${what}, an address; 0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee is the native currency.`,
  );
const amount = z.string().regex(/^\d+$/).describe("Smallest unit of the token, decimal digits.");
const limit = z.number().int().min(1).max(100).default(MOST_RECORDS).describe("Most records.");

const trade = {
  chainId,
  tokenIn: token("Token to sell"),
  tokenOut: token("Token to receive"),
  amountIn: amount.optional().describe("What is sold, smallest unit. This or amountOut."),
  amountOut: amount.optional().describe("What is to be received at least. This or amountIn."),
};

/** A server with the service's tools. None of them sends a transaction. */
export function createMcpServer(ask: AskApi): McpServer {
  const server = new McpServer(
    { name: "weir", version: "1.0.0" },
    {
      instructions:
        "Weir routes swaps, deposits and redemptions on EVM chains and builds unsigned transactions. Find token addresses by search_tokens, never guess them. Amounts are decimal strings in the smallest unit of their token.",
    },
  );
  addCatalogTools(server, ask);
  addTradeTools(server, ask);
  addAccountTools(server, ask);
  return server;
}

function addCatalogTools(server: McpServer, ask: AskApi): void {
  server.registerTool(
    "search_tokens",
    {
      description: "Find tokens, vault shares and liquidity shares by symbol, name or address.",
      inputSchema: {
        query: z.string().min(1).max(100).describe("Symbol, name or address."),
        chainId: chainId.optional().describe("Chain id; left out: all chains."),
        limit,
      },
      annotations: READ_ONLY,
    },
    async ({ query, chainId, limit }) =>
      resultOf(
        await ask("/tokens", {
          query: queryOf({ q: query, chainId, pageSize: limit, includeMetadata: true }),
        }),
      ),
  );
  server.registerTool(
    "find_yield",
    {
      description:
        "Tokens that earn yield and positions without a token, highest apy (percent per year) first.",
      inputSchema: {
        chainId,
        underlyingToken: address.optional().describe("Token that has to be among what it is of."),
        minApy: z.number().min(0).optional().describe("Percent per year."),
        minTvl: z.number().min(0).optional().describe("Dollars; leaves out what is not known."),
        limit,
      },
      annotations: READ_ONLY,
    },
    async ({ chainId, underlyingToken, minApy = 0.01, minTvl, limit }) => {
      const found = await ask("/tokens", {
        query: queryOf({
          ...{ chainId, type: "defi", underlyingTokens: underlyingToken, includeMetadata: true },
          ...{ apyFrom: minApy, tvlFrom: minTvl },
        }),
      });
      if (found.status !== 200) return resultOf(found);
      const positions = await ask("/nontokenized", { query: queryOf({ chainId }) });
      if (positions.status !== 200) return resultOf(positions);
      const isSought = ({ apy, underlyingTokens }: Yielding): boolean =>
        apy >= minApy &&
        (underlyingToken === undefined ||
          underlyingTokens.some((each) => each.address === underlyingToken.toLowerCase()));
      const all = [
        ...dataOf(found.body),
        ...(minTvl === undefined ? dataOf(positions.body).filter(isSought) : []),
      ];
      all.sort((a, b) => b.apy - a.apy);
      return resultOf({ status: 200, body: all.slice(0, limit) });
    },
  );
}

interface Yielding {
  readonly apy: number;
  readonly underlyingTokens: readonly { readonly address: string }[];
}

function dataOf(page: unknown): readonly Yielding[] {
  return (page as { readonly data: readonly Yielding[] }).data;
}

function addTradeTools(server: McpServer, ask: AskApi): void {
  server.registerTool(
    "get_quote",
    {
      description:
        "What a trade gives now, with dollars, price impact and the pools it goes through.",
      inputSchema: trade,
      annotations: READ_ONLY,
    },
    async (asked) =>
      resultOf(
        await ask("/shortcuts/quote", {
          query: queryOf({
            ...asked,
            // Nobody in particular: a quote is the same for all.
            ...{ fromAddress: "0x000000000000000000000000000000000000dead" },
            ...{ priceImpact: true, include: "usd,legs" },
          }),
        }),
      ),
  );
  server.registerTool(
    "build_route",
    {
      description:
        "An unsigned transaction that swaps, or enters or leaves a position, simulated as returned. The sender signs it; with strategy router it first approves tx.to, for which include calls.",
      inputSchema: {
        ...trade,
        fromAddress: address.describe("Account that sends the transaction."),
        receiver: address.optional().describe("Who gets tokenOut; default fromAddress."),
        slippage: z.string().default("50").describe("Basis points, or auto."),
        routingStrategy: z.enum(["router", "delegate", "corewallet"]).default("router"),
        include: z
          .array(z.enum(["usd", "legs", "calls", "safe", "userop"]))
          .default(["usd"])
          .describe("calls: approvals and transaction for wallet_sendCalls."),
      },
      annotations: READ_ONLY,
    },
    async ({ include, ...asked }) =>
      resultOf(
        await ask("/shortcuts/route", { query: queryOf({ ...asked, include: include.join() }) }),
      ),
  );
  server.registerTool(
    "build_bundle",
    {
      description:
        "One unsigned transaction of several actions of a smart wallet. An amount may be {useOutputOfCallAt: n}, the output of action n. Actions: route, swap, deposit, redeem, withdraw, borrow, repay, harvest, approve, transfer, call.",
      inputSchema: {
        chainId,
        fromAddress: address.describe(
          "Smart wallet, or with corewallet the account that owns one.",
        ),
        routingStrategy: z.enum(["delegate", "corewallet"]).default("delegate"),
        receiver: address.optional().describe("Who gets what is left; default: the wallet."),
        actions: z
          .array(
            z.object({
              protocol: z.string().describe("Slug, or core."),
              action: z.string(),
              args: z.record(z.string(), z.unknown()),
            }),
          )
          .min(1)
          .max(50),
      },
      annotations: READ_ONLY,
    },
    async ({ actions, ...asked }) =>
      resultOf(await ask("/shortcuts/bundle", { query: queryOf(asked), body: actions })),
  );
  server.registerTool(
    "decode_transaction",
    {
      description:
        "Calldata of this service in readable steps: who gets what at least, until when.",
      inputSchema: {
        chainId,
        to: address.describe("Contract that is called."),
        data: z.string().regex(/^0x[0-9a-fA-F]*$/),
        from: address.optional(),
        value: amount.optional().describe("Wei sent along."),
      },
      annotations: READ_ONLY,
    },
    async (body) => resultOf(await ask("/decode", { body })),
  );
}

function addAccountTools(server: McpServer, ask: AskApi): void {
  server.registerTool(
    "get_balances",
    {
      description: "Listed tokens and positions that an account has, most valuable first.",
      inputSchema: { chainId, address: address.describe("Account to look at.") },
      annotations: READ_ONLY,
    },
    async ({ chainId, address: eoaAddress }) =>
      resultOf(await ask("/wallet/balances", { query: queryOf({ chainId, eoaAddress }) })),
  );
}

/** Parameters that are given, as text. */
function queryOf(
  given: Readonly<Record<string, string | number | boolean | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function resultOf({ status, body }: Awaited<ReturnType<AskApi>>): CallToolResult {
  const content = [{ type: "text" as const, text: JSON.stringify(body) }];
  return status === 200 ? { content } : { content, isError: true };
}
