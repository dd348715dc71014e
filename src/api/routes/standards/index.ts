import { z } from "@hono/zod-openapi";
import type { Endpoint } from "../endpoint.ts";
import { apiswap } from "./apiswap.ts";
import { approve } from "./approve.ts";
import { borrow } from "./borrow.ts";
import { deposit } from "./deposit.ts";
import { harvest } from "./harvest.ts";
import { permittransferfrom } from "./permittransferfrom.ts";
import { redeem } from "./redeem.ts";
import { repay } from "./repay.ts";
import { route } from "./route.ts";
import type { Standard } from "./standard.ts";
import { swap } from "./swap.ts";
import { transfer } from "./transfer.ts";
import { withdraw } from "./withdraw.ts";

/** Actions of the bundle, in the order in which they are listed. */
export const STANDARDS: readonly Standard[] = [
  approve,
  borrow,
  deposit,
  harvest,
  permittransferfrom,
  redeem,
  repay,
  apiswap,
  swap,
  transfer,
  withdraw,
  route,
];

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
  query: z.object({}),
  aliases: {},
  response: z.array(standardSchema),
  errors: [],
} satisfies Omit<Endpoint, "path" | "operationId">;

/** `GET /api/v1/standards`. */
export const standardsEndpoint = {
  path: "/api/v1/standards",
  operationId: "listStandards",
  ...described,
} satisfies Endpoint;

/** `GET /api/v1/actions`: the same bytes under another path. */
export const actionsEndpoint = {
  path: "/api/v1/actions",
  operationId: "listActions",
  ...described,
} satisfies Endpoint;

/** All actions with the descriptions of their arguments. */
export function listStandards(): z.output<typeof standardsEndpoint.response> {
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
