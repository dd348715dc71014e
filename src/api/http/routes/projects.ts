import { z } from "@hono/zod-openapi";
import { ServiceError } from "../../../lib/errors.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { slug } from "./parameters.ts";
import { listProtocols, type ProtocolRecord, protocolSchema } from "./protocols.ts";
import { integerOut } from "./values.ts";

const projectSchema = z
  .object({
    id: z.string().openapi({ description: "What `project` filters by.", example: "uniswap" }),
    chains: z
      .array(z.object({ id: integerOut.openapi({ example: 1 }), name: z.string() }))
      .openapi({ description: "Indexed chains that it is on." }),
    protocols: z.array(z.string()).openapi({ description: "Slugs.", example: ["uniswap-v3"] }),
  })
  .openapi("Project");

type Project = z.output<typeof projectSchema>;

const described = {
  tag: "Catalog",
  query: NO_PARAMETERS,
  aliases: {},
  cost: 1,
  queued: false,
  cache: "unsaid",
} as const;

/** `GET /api/v1/projects`. */
export const projectsEndpoint = endpoint({
  ...described,
  path: "/api/v1/projects",
  operationId: "listProjects",
  summary: "List projects",
  description: "Brands with the slugs of their protocols on the indexed chains, by id.",
  params: NO_PARAMETERS,
  response: z.array(projectSchema),
  errors: [],
  handle: (deps) => listProjects(deps),
});

/** `GET /api/v1/projects/{project}/protocols`. */
export const projectProtocolsEndpoint = endpoint({
  ...described,
  path: "/api/v1/projects/{project}/protocols",
  operationId: "listProjectProtocols",
  summary: "List the protocols of a project",
  description: "Records as in GET /api/v1/protocols.",
  params: z.object({
    project: slug.openapi({ description: "Id of the project.", example: "uniswap" }),
  }),
  response: z.array(protocolSchema),
  errors: ["NOT_FOUND"],
  handle: (deps, { params }) => protocolsOf(deps, params.project),
});

/** `GET /api/v1/aggregators`. */
export const aggregatorsEndpoint = endpoint({
  ...described,
  path: "/api/v1/aggregators",
  operationId: "listAggregators",
  summary: "List aggregators",
  description: "Always empty: this service asks no other one for routes.",
  params: NO_PARAMETERS,
  response: z.array(z.string()),
  errors: [],
  handle: () => [],
});

/** All projects with something on an indexed chain. */
export function listProjects(deps: Deps): Project[] {
  const projects = new Map<string, ProtocolRecord[]>();
  const known = projectBySlug(deps);
  for (const protocol of listProtocols(deps, {})) {
    const project = known.get(protocol.slug) ?? protocol.slug;
    projects.set(project, [...(projects.get(project) ?? []), protocol]);
  }
  return [...projects]
    .map(([id, protocols]) => ({
      id,
      chains: [
        ...new Map(
          protocols.flatMap(({ chains }) => chains.map((chain) => [chain.id, chain])),
        ).values(),
      ].sort((a, b) => a.id - b.id),
      protocols: protocols.map((protocol) => protocol.slug),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The protocols of a project.
 *
 * @throws {ServiceError} `NOT_FOUND`.
 */
export function protocolsOf(deps: Deps, project: string): ProtocolRecord[] {
  const known = projectBySlug(deps);
  const found = listProtocols(deps, {}).filter((each) => {
    return (known.get(each.slug) ?? each.slug) === project;
  });
  if (found.length > 0) return found;
  const message = `no project ${project} is on the indexed chains; GET /api/v1/projects lists them.`;
  throw new ServiceError("NOT_FOUND", message);
}

function projectBySlug(deps: Deps): ReadonlyMap<string, string> {
  return new Map(
    deps.protocols.flatMap(({ deployments }) =>
      deployments.map((deployment) => [deployment.slug, deployment.project]),
    ),
  );
}
