import type { z } from "@hono/zod-openapi";
import type { BundleAction } from "../../bundle/action.ts";
import type { Fault, Reading } from "../../bundle/reading.ts";

/** An action before it is known where in a bundle it stands and which protocol runs it. */
export type UnplacedAction<A = BundleAction> = A extends BundleAction
  ? Omit<A, "index" | "protocol">
  : never;

/** An action of the bundle: its name and the schema of its arguments, whose descriptions are published. */
export interface Standard {
  readonly name: BundleAction["kind"];
  readonly args: z.ZodObject;
  /** The action that arguments mean, or all that is wrong with them. */
  readonly read: (args: unknown) => Reading<UnplacedAction>;
}

/** Makes the action of arguments that passed their schema. */
export function standard<A extends z.ZodObject>(definition: {
  readonly name: BundleAction["kind"];
  readonly args: A;
  readonly action: (args: z.output<A>) => Reading<UnplacedAction>;
}): Standard {
  const { name, args, action } = definition;
  return {
    name,
    args,
    read: (given) => {
      const result = args.safeParse(given);
      return result.success
        ? action(result.data)
        : { ok: false, faults: result.error.issues.flatMap((issue) => faultsOf(name, issue)) };
    },
  };
}

function faultsOf(name: string, issue: z.core.$ZodIssue): readonly Fault[] {
  const path = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key], message: `is no argument of ${name}` }));
}
