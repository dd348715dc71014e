import { z } from "@hono/zod-openapi";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { integer, slugs } from "./parameters.ts";
import { integerOut } from "./values.ts";

const querySchema = z.object({
  chainId: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Chain that the protocols are on; left out: all.", example: 1 }),
  slug: slugs.optional().openapi({ description: "Slugs, any of them." }),
});

/** A protocol of the list. */
export const protocolSchema = z
  .object({
    slug: z.string().openapi({ example: "uniswap-v3" }),
    url: z.string().openapi({ example: "https://uniswap.org" }),
    logosUri: z.array(z.string()),
    description: z.string().openapi({ description: "May be empty." }),
    name: z.string().openapi({ example: "Uniswap V3" }),
    chains: z
      .array(z.object({ id: integerOut.openapi({ example: 1 }), name: z.string() }))
      .openapi({ description: "Chains that this service indexes and the protocol is on." }),
  })
  .openapi("Protocol");

export type ProtocolRecord = z.output<typeof protocolSchema>;
type ProtocolText = Omit<ProtocolRecord, "chains">;

/** The service itself; its url is that of its own documentation, as the operator states it. */
const CORE: Omit<ProtocolText, "url"> = {
  slug: "core",
  name: "Weir",
  logosUri: [],
  description: "The service itself: routes and swaps split over several venues.",
};

/** Protocols that are part of every chain, without a folder of their own. */
const BUILT_IN: readonly ProtocolText[] = [
  {
    slug: "erc20",
    name: "ERC-20",
    url: "https://eips.ethereum.org/EIPS/eip-20",
    logosUri: [],
    description: "Approvals and transfers of tokens.",
  },
  {
    slug: "permit2",
    name: "Permit2",
    url: "https://github.com/Uniswap/permit2",
    logosUri: [],
    description: "Transfers allowed by a signature.",
  },
];

/** `GET /api/v1/protocols`. */
export const protocolsEndpoint = endpoint({
  path: "/api/v1/protocols",
  operationId: "listProtocols",
  tag: "Catalog",
  summary: "List protocols",
  description: "Protocols on the chains that this service indexes, ordered by slug.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  response: z.array(protocolSchema),
  errors: [],
  cost: 1,
  queued: false,
  cache: "unsaid",
  handle: (deps, { query }) => listProtocols(deps, query),
});

const slugsOf = new WeakMap<Deps["protocols"], ReadonlySet<string>>();

/** Slugs that a request may name, whatever the chain. */
export function knownSlugs({ protocols }: Pick<Deps, "protocols">): ReadonlySet<string> {
  const known = slugsOf.get(protocols);
  if (known !== undefined) return known;
  const all = new Set([
    CORE.slug,
    ...BUILT_IN.map(({ slug }) => slug),
    ...protocols.flatMap(({ deployments }) => deployments.map(({ slug }) => slug)),
  ]);
  slugsOf.set(protocols, all);
  return all;
}

/** The protocols that a query asks for. */
export function listProtocols(deps: Deps, query: z.output<typeof querySchema>): ProtocolRecord[] {
  const indexed = [...deps.chains.values()]
    .map(({ chain }) => ({ id: chain.chainId, name: chain.name }))
    .sort((a, b) => a.id - b.id);
  const deployed = deps.protocols
    .flatMap(({ deployments }) => deployments)
    .map(
      ({ chains, ...text }): ProtocolRecord =>
        protocol(
          text,
          indexed.filter(({ id }) => chains[id] !== undefined),
        ),
    );
  const builtIn = [{ ...CORE, url: `${deps.publicUrl}/docs` }, ...BUILT_IN];
  return [...builtIn.map((text) => protocol(text, indexed)), ...deployed]
    .filter(
      ({ slug, chains }) =>
        (query.chainId === undefined
          ? chains.length > 0
          : chains.some(({ id }) => id === query.chainId)) &&
        (query.slug === undefined || query.slug.includes(slug)),
    )
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

function protocol(
  {
    slug,
    url,
    logosUri,
    description,
    name,
  }: Omit<ProtocolText, "logosUri"> & {
    readonly logosUri: readonly string[];
  },
  chains: ProtocolRecord["chains"],
): ProtocolRecord {
  return { slug, url, logosUri: [...logosUri], description, name, chains };
}
