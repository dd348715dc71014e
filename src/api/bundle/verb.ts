import type { z } from "@hono/zod-openapi";
import type { Protocol } from "../../protocols/protocol.ts";
import type { Amount, CallValue, PlacedAction } from "./action.ts";
import type { CompiledAction, Compiler } from "./compiler.ts";
import type { Fault, Reading } from "./reading.ts";
import type { Arguments } from "./sent-values.ts";

/** An action before it is known where in a bundle it stands and which protocol runs it. */
export type Unplaced<A extends PlacedAction> = A extends PlacedAction
  ? Omit<A, "index" | "protocol">
  : never;

/** What a verb states of itself. */
interface Statement<A extends PlacedAction> {
  readonly name: A["kind"];
  /** Slugs without a folder of their own that offer it on every chain. */
  readonly offeredBy: readonly string[];
  /** The operation whose protocols offer it; null: none does by an operation. */
  readonly operation: keyof Protocol["actions"] | null;
  /** Whether it is in the list of standards. */
  readonly isListed: boolean;
  /** Whether the published specification does not have it. */
  readonly isExtension?: true;
  /**
   * Whether its plan depends on its amounts, so that it is made anew when a simulation tells
   * another one.
   */
  readonly isPlanned: boolean;
  // Methods, not properties: a verb is only ever given actions of its own name.
  /** Its arguments in the service's own words. */
  sent(action: A): Arguments;
  /** What may be the output of an earlier action. */
  amounts(action: A): readonly (Amount | CallValue | null)[];
  /** Why it has no output of this index, as words that follow its name; null: it has. */
  outputFault(action: A, index: number): string | null;
  /** Adds its steps to the program. */
  compile(compiler: Compiler, action: A): CompiledAction | Promise<CompiledAction>;
}

/** One kind of action of the bundle: its arguments, their meaning, and its steps. */
export interface Verb<A extends PlacedAction> extends Statement<A> {
  /** Schema of the arguments, whose descriptions are published. */
  readonly args: z.ZodObject;
  /** The action that arguments mean, or all that is wrong with them. */
  readonly read: (args: unknown) => Reading<Unplaced<A>>;
}

/** The actions of a verb. */
export type ActionOf<V> = V extends Verb<infer A> ? A : never;

/**
 * Makes a verb, to be listed in `verbs/index.ts`; `action` gets arguments that passed their schema.
 */
export function verb<A extends PlacedAction, S extends z.ZodObject>({
  action,
  ...stated
}: Statement<A> & {
  readonly args: S;
  readonly action: (args: z.output<S>) => Reading<Unplaced<A>>;
}): Verb<A> {
  const { name, args } = stated;
  return {
    ...stated,
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
