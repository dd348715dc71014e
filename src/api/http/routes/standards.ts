import { z } from "@hono/zod-openapi";
import { VERBS } from "../../bundle/verbs/index.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";

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
  })
  .openapi("Standard");

const described = {
  tag: "Catalog",
  summary: "List actions",
  description: "Actions that a bundle can be made of, with their arguments.",
  query: NO_PARAMETERS,
  params: NO_PARAMETERS,
  aliases: {},
  response: z.array(standardSchema),
  errors: [],
  cost: 1,
  queued: false,
  cache: "unsaid",
  handle: listStandards,
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

/** All actions with the descriptions of their arguments. */
export function listStandards(): z.output<typeof standardSchema>[] {
  return STANDARDS.map(({ name, args }) => ({
    name,
    action: name,
    inputs: Object.fromEntries(
      Object.entries(args.shape).map(([input, schema]) => [input, descriptionOf(schema)]),
    ),
  }));
}

function descriptionOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.description ?? "";
}
