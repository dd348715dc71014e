import { z } from "@hono/zod-openapi";
import { NATIVE } from "../../../lib/address.ts";
import type { ChainService } from "../../chain/service.ts";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  DELEGATE_EXECUTOR_ADDRESS,
  ROUTER_ADDRESS,
} from "../../program/contracts.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { integer, texts } from "./parameters.ts";
import { addressOut, integerOrNullOut, integerOut } from "./values.ts";

const querySchema = z.object({
  chainId: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Chain id; left out: all." }),
  name: texts.optional().openapi({ description: "Names, any of them, in any letter case." }),
});

const networkSchema = z
  .object({
    id: integerOut.openapi({ example: 1 }),
    name: z.string().openapi({ example: "mainnet" }),
    nativeToken: z.object({
      address: addressOut.openapi({
        description: "What stands for it in requests, the same on every chain.",
        example: NATIVE,
      }),
      symbol: z.string().openapi({ example: "ETH" }),
      name: z.string().openapi({ example: "Ether" }),
      decimals: integerOut.openapi({ example: 18 }),
      wrapped: addressOut.openapi({ description: "Its ERC-20 form." }),
    }),
    blockTimeMs: integerOut.openapi({
      description: "Milliseconds between blocks, as a rule.",
      example: 12_000,
    }),
    contracts: z.object({
      status: z.enum(["deployed", "missing", "unknown"]).openapi({
        description: "Whether Weir's contracts are there; without them routes and bundles are 503.",
      }),
      router: addressOut,
      delegateExecutor: addressOut,
      coreWalletFactory: addressOut,
      account7702: addressOut,
      permit2: addressOut,
      multicall3: addressOut,
    }),
    status: z.object({
      ready: z.boolean().openapi({ description: "Whether route and quote answer." }),
      indexedBlock: integerOrNullOut.openapi({ description: "Null before the first one." }),
      headBlock: integerOrNullOut.openapi({ description: "Null while the node is out of reach." }),
      lagSeconds: integerOrNullOut.openapi({ description: "Seconds between the two." }),
      reason: z.string().nullable().openapi({ description: "Why it is not ready." }),
    }),
  })
  .openapi("Network");

type Network = z.output<typeof networkSchema>;

/** `GET /api/v1/networks`. */
export const networksEndpoint = endpoint({
  path: "/api/v1/networks",
  operationId: "listNetworks",
  tag: "Catalog",
  summary: "List chains",
  description: "The chains that this service indexes, by id, and how far it is with each.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  response: z.array(networkSchema),
  errors: [],
  cost: 1,
  queued: false,
  cache: "no-store",
  handle: (deps, { query }) => listNetworks(deps, query),
});

/** The chains that a query asks for. */
export function listNetworks(deps: Deps, query: z.output<typeof querySchema>): Network[] {
  const names = query.name?.map((name) => name.toLowerCase());
  return [...deps.chains.values()]
    .filter(
      ({ chain }) =>
        (query.chainId === undefined || chain.chainId === query.chainId) &&
        (names === undefined || names.includes(chain.name)),
    )
    .map(networkOf)
    .sort((a, b) => a.id - b.id);
}

function networkOf(service: ChainService): Network {
  const { chain } = service;
  const { ready, indexedBlock, headBlock, lagSeconds, reason, contracts } = service.status();
  return {
    id: chain.chainId,
    name: chain.name,
    nativeToken: { address: NATIVE, ...chain.native, wrapped: chain.wrappedNative },
    blockTimeMs: Math.round(chain.blockTimeSeconds * 1_000),
    contracts: {
      status: contracts,
      router: ROUTER_ADDRESS,
      delegateExecutor: DELEGATE_EXECUTOR_ADDRESS,
      coreWalletFactory: CORE_WALLET_FACTORY_ADDRESS,
      account7702: ACCOUNT_7702_ADDRESS,
      permit2: chain.permit2,
      multicall3: chain.multicall3,
    },
    status: { ready, indexedBlock, headBlock, lagSeconds, reason },
  };
}
