import { isKnownView } from "./functions.ts";
import { hasMovingPrice } from "./moving-price.ts";
import type { ChainKnowledge } from "./pools.ts";
import type { ReadableStep } from "./readable-step.ts";

/** Places of the first and the last of some steps. */
type Range = readonly [first: number, last: number];

/**
 * Places of the steps that pay by a moving price and of which the program demands no minimum. A
 * minimum counts where it is on what was measured: a gain, with the steps since its balance; or, as
 * positions have no balance, on what a call returned, with the measured gain that the call spent.
 */
export function undemandedSteps(
  steps: readonly ReadableStep[],
  chain: ChainKnowledge | null,
): readonly number[] {
  const demanded = steps.flatMap((step, place) =>
    step.op === "at-least" ? measuredBy(steps, step.register, place) : [],
  );
  const isDemanded = (place: number) =>
    demanded.some(([first, last]) => first <= place && place <= last);
  return steps.flatMap((step, place) =>
    hasMovingPrice(step, chain) && !isDemanded(place) ? [place] : [],
  );
}

/** What the amount measures that a register holds before a step. */
function measuredBy(
  steps: readonly ReadableStep[],
  register: number,
  end: number,
): readonly Range[] {
  const place = steps.slice(0, end).findLastIndex((step) => isChanged(step, register));
  const writer = steps[place];
  switch (writer?.op) {
    case "gain": {
      const base = steps.slice(0, place).findLastIndex((step) => isChanged(step, register));
      const noted = steps[base];
      return noted?.op === "balance" && noted.token === writer.token ? [[base, place]] : [];
    }
    case "take":
      return measuredBy(steps, writer.from, place);
    case "add":
      return writer.from === register
        ? []
        : [writer.into, writer.from].flatMap((part) => measuredBy(steps, part, place));
    case "word":
      return returnedBy(
        steps,
        steps.slice(0, place).findLastIndex(({ op }) => op === "call"),
      );
    case "call":
      return returnedBy(steps, place);
    default:
      return [];
  }
}

/**
 * A call, and what the amounts measure that it spends. What a view returns is how the call right
 * before it left the same contract.
 */
function returnedBy(steps: readonly ReadableStep[], place: number): readonly Range[] {
  const [before, call] = [steps[place - 1], steps[place]];
  if (call?.op !== "call") return [];
  const isLook =
    before?.op === "call" && before.target === call.target && isKnownView(call.selector);
  const spent = new Set(call.approvals.map(({ register }) => register));
  if (call.value !== null) spent.add(call.value);
  return [
    [isLook ? place - 1 : place, place],
    ...[...spent].flatMap((each) => measuredBy(steps, each, place)),
  ];
}

function isChanged(step: ReadableStep, register: number): boolean {
  // Every swap.
  if ("pool" in step) return step.into === register;
  switch (step.op) {
    case "set":
    case "balance":
    case "gain":
    case "word":
      return step.register === register;
    case "take":
    case "add":
      return step.from === register || step.into === register;
    case "call":
      return step.output?.register === register;
    default:
      return false;
  }
}
