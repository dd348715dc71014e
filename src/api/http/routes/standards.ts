import { z } from "@hono/zod-openapi";
import { ServiceError } from "../../../lib/errors.ts";
import { VERBS } from "../../bundle/verbs/index.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { slug } from "./parameters.ts";

/** Verbs that are listed, in the order of the list. */
export const STANDARDS = VERBS.filter(({ isListed }) => isListed);

const standardSchema = z
  .object({
    name: z
      .string()
      .openapi({ description: "Name of the action in a bundle.", example: "deposit" }),
    action: z.string().openapi({ description: "The same name, for clients that read this field." }),
    inputs: z
      .record(z.string(), z.string())
      .openapi({ description: "Name of each argument and what it means." }),
    extension: z.literal(true).optional().openapi({
      description: "On actions that are this service's own.",
    }),
  })
  .openapi("Standard");

const inCatalog = {
  tag: "Catalog",
  query: NO_PARAMETERS,
  aliases: {},
  cost: 1,
  queued: false,
  cache: "unsaid",
} as const;

const described = {
  ...inCatalog,
  summary: "List actions",
  description: "Actions that a bundle can be made of, with their arguments.",
  params: NO_PARAMETERS,
  response: z.array(standardSchema),
  errors: [],
  handle: listStandards,
} as const;

const describedAlone = {
  ...inCatalog,
  summary: "One action",
  description: "An action that a bundle can be made of, with its arguments.",
  params: z.object({
    slug: slug.openapi({ description: "Name of the action.", example: "deposit" }),
  }),
  response: standardSchema,
  errors: ["NOT_FOUND"],
  handle: (_: Deps, { params }: { readonly params: { readonly slug: string } }) =>
    standardOf(params.slug),
} as const;

/** `GET /api/v1/standards`. */
export const standardsEndpoint = endpoint({
  path: "/api/v1/standards",
  operationId: "listStandards",
  ...described,
});

/** `GET /api/v1/actions`: the same bytes under another path. */
export const actionsEndpoint = endpoint({
  path: "/api/v1/actions",
  operationId: "listActions",
  ...described,
});

/** `GET /api/v1/standards/{slug}`. */
export const standardEndpoint = endpoint({
  ...describedAlone,
  path: "/api/v1/standards/{slug}",
  operationId: "standard",
});

/** `GET /api/v1/actions/{slug}`: the same under another path. */
export const actionEndpoint = endpoint({
  ...describedAlone,
  path: "/api/v1/actions/{slug}",
  operationId: "action",
});

function standardOf(name: string): z.output<typeof standardSchema> {
  const found = listStandards().find((each) => each.name === name);
  if (found !== undefined) return found;
  const message = `no action is called ${name}; GET /api/v1/actions lists them.`;
  throw new ServiceError("NOT_FOUND", message);
}

/** All actions with the descriptions of their arguments. */
export function listStandards(): z.output<typeof standardSchema>[] {
  return STANDARDS.map(({ name, args, isExtension }) => ({
    name,
    action: name,
    inputs: Object.fromEntries(
      Object.entries(args.shape).map(([input, schema]) => [input, descriptionOf(schema)]),
    ),
    ...(isExtension === true && { extension: true as const }),
  }));
}

function descriptionOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.description ?? "";
}
