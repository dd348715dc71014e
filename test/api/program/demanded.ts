import type { Address } from "viem";
import type { Step } from "../../../src/api/program/steps.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";

/** Gives its input back: https://www.evm.codes/precompiled#0x04 */
const IDENTITY: Address = "0x0000000000000000000000000000000000000004";

/** Whether a step may trade: every swap, and every call of another contract. */
function trades(step: Step): boolean {
  const isSwap = "pool" in step || "pair" in step || "key" in step;
  return isSwap || (step.op === "call" && step.target !== IDENTITY);
}

function writes(step: Step, register: number): boolean {
  const isInput = (step.op === "take" || step.op === "add") && step.in === register;
  return isInput || ("out" in step && step.out === register);
}

/** Place of the last step before `end` that changes a register; -1: none does. */
function lastWriter(steps: readonly Step[], register: number, end: number): number {
  return steps.slice(0, end).findLastIndex((step) => writes(step, register));
}

function placesOf(steps: readonly Step[], is: (step: Step) => boolean): readonly number[] {
  return steps.flatMap((step, place) => (is(step) ? [place] : []));
}

/** Places of the steps between which a register measures what the host gains of a token. */
function measureOf(steps: readonly Step[], register: number, end: number, token: Address) {
  const gain = lastWriter(steps, register, end);
  const base = lastWriter(steps, register, gain);
  const [measured, noted] = [steps[gain], steps[base]];
  return measured?.op === "gain" &&
    measured.token === token &&
    noted?.op === "balance" &&
    noted.token === token
    ? { base, gain }
    : null;
}

/**
 * The minimum that the steps of one action demand of a token: the last that is on a register which
 * a gain of that token wrote last, with all that trades inside the measure; null: none is.
 */
export function demandOf(steps: readonly Step[], tokenOut: Address): bigint | null {
  const token = tokenOut === NATIVE ? ZERO_ADDRESS : tokenOut;
  const trading = placesOf(steps, trades);
  for (const [place, step] of [...steps.entries()].reverse()) {
    if (step.op !== "at-least" || step.minimum === 0n) continue;
    const measure = measureOf(steps, step.in, place, token);
    if (measure === null) continue;
    const isInside = (at: number) => measure.base < at && at < measure.gain;
    if (trading.length > 0 && trading.every(isInside)) return step.minimum;
  }
  return null;
}

/** Steps that an amount comes from, through takes and additions; -1: it is given. */
function originsOf(steps: readonly Step[], register: number, end: number): readonly number[] {
  const place = lastWriter(steps, register, end);
  const writer = steps[place];
  if (writer?.op === "take") return originsOf(steps, writer.in, place);
  if (writer?.op !== "add") return [place];
  if (writer.in === register) return [];
  return [writer.out, writer.in].flatMap((part) => originsOf(steps, part, place));
}

/**
 * The minimum that the steps of one action demand of a position, which no balance tells: on what
 * the position's contracts say or are paid, and that is a gain wherever a trade comes before; null:
 * none is.
 */
export function creditDemandOf(steps: readonly Step[], ...contracts: Address[]): bigint | null {
  const isCredit = (step: Step) => step.op === "call" && contracts.includes(step.target);
  const credits = placesOf(steps, isCredit);
  const before = placesOf(steps, (step) => trades(step) && !isCredit(step));
  const isMeasured = (place: number) => {
    const { op } = steps[place] ?? {};
    return op === "gain" || (op === "set" && before.length === 0);
  };
  const paid = credits.flatMap((place) => {
    const call = steps[place];
    if (call?.op !== "call") return [];
    return call.approvals.flatMap(({ register }) => originsOf(steps, register, place));
  });
  if (paid.length === 0 || !paid.every(isMeasured)) return null;
  const demand = steps.findLastIndex((step) => step.op === "at-least" && step.minimum > 0n);
  const step = steps[demand];
  if (step?.op !== "at-least") return null;
  const origins = originsOf(steps, step.in, demand);
  const isSaid = (place: number) => credits.includes(place) || isMeasured(place);
  return origins.length > 0 && origins.every(isSaid) ? step.minimum : null;
}
