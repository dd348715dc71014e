import type { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { Protocol } from "../../protocols/protocol.ts";
import type { Amount, CallValue, PlacedAction } from "./action.ts";
import { recipient } from "./argument-schemas.ts";
import type { CompiledAction, Compiler } from "./compiler.ts";
import type { Fault, Reading } from "./reading.ts";
import { payReceiver } from "./receiver.ts";
import type { Arguments } from "./sent-values.ts";

const RECEIVER_MEANS = "Account that gets what it gives, instead of the wallet.";

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
  /** Whether protocols offer it where NFTs stand for liquidity in ranges. */
  readonly isOfRanges?: true;
  /** Whether it is in the list of standards. */
  readonly isListed: boolean;
  /** Whether what it gives may go to another account; then it has the argument `receiver`. */
  readonly paysOthers?: true;
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
export function verb<A extends PlacedAction, S extends z.ZodObject>(
  statement: Statement<A> & {
    readonly args: S;
    readonly action: (args: z.output<S>) => Reading<Unplaced<A>>;
  },
): Verb<A> {
  const { action, ...stated } = statement;
  return stated.paysOthers === true ? payingOthers(stated, action) : reading(stated, action);
}

function reading<A extends PlacedAction, S extends z.ZodObject>(
  stated: Statement<A> & { readonly args: S },
  action: (args: z.output<S>) => Reading<Unplaced<A>>,
): Verb<A> {
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

/** The verb with an argument more, who gets what it gives. */
function payingOthers<A extends PlacedAction, S extends z.ZodObject>(
  stated: Statement<A> & { readonly args: S },
  action: (args: z.output<S>) => Reading<Unplaced<A>>,
): Verb<A> {
  const args = stated.args.safeExtend({ receiver: recipient.optional().describe(RECEIVER_MEANS) });
  const withReceiver = (given: z.output<typeof args>): Reading<Unplaced<A>> => {
    const { receiver, ...own } = given as { readonly receiver?: Address };
    const result = action(own as z.output<S>);
    return result.ok && receiver !== undefined
      ? { ok: true, value: { ...result.value, receiver } }
      : result;
  };
  return {
    ...reading({ ...stated, args }, withReceiver),
    sent(given) {
      const { receiver } = given;
      return { ...stated.sent(given), ...(receiver === undefined ? {} : { receiver }) };
    },
    async compile(compiler, given) {
      return payReceiver(compiler, given, await stated.compile(compiler, given));
    },
  };
}

function faultsOf(name: string, issue: z.core.$ZodIssue): readonly Fault[] {
  const path = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key], message: `is no argument of ${name}` }));
}
