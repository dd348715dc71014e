import { currencyOf } from "../../lib/address.ts";
import type { SequenceOperation, Stage } from "../../protocols/operation.ts";
import type { ProgramBuilder } from "./builder.ts";
import { encodeArguments } from "./call-data.ts";
import { divisionCall } from "./division.ts";
import { addSingle, type PlannedOperation, pay } from "./single-steps.ts";

/**
 * Adds the stages of a sequence, the input brought to the host first; returns the register of its
 * output amount.
 */
export function addSequence(
  builder: ProgramBuilder,
  planned: PlannedOperation<SequenceOperation>,
): number {
  const { operation, input, to, edge } = planned;
  const host = builder.host.address;
  pay(builder, planned, host);
  const amounts = addStages(builder, operation, { inputs: [input.register], to });
  const out = registerOf(amounts, operation.amountOut);
  if (operation.pays === "caller" && to !== host) {
    builder.add({ op: "send", in: out, token: currencyOf(edge.tokenOut), to });
  }
  return out;
}

/**
 * Adds the stages of a sequence, its inputs held by the host.
 *
 * @param inputs Registers of the first numbered amounts.
 * @returns Registers of all numbered amounts.
 */
export function addStages(
  builder: ProgramBuilder,
  { stages, pays }: Pick<SequenceOperation, "stages" | "pays">,
  { inputs, to }: { readonly inputs: readonly number[]; readonly to: PlannedOperation["to"] },
): readonly number[] {
  const amounts = [...inputs];
  for (const [at, stage] of stages.entries()) {
    const isLast = at === stages.length - 1;
    const paid = isLast && pays === "recipient" ? to : builder.host.address;
    addStage(builder, stage, { amounts, to: paid });
  }
  return amounts;
}

interface Place {
  /** Grows by the registers that the stage yields. */
  readonly amounts: number[];
  readonly to: PlannedOperation["to"];
}

function addStage(builder: ProgramBuilder, stage: Stage, { amounts, to }: Place): void {
  switch (stage.kind) {
    case "take": {
      const out = builder.register();
      const taken = registerOf(amounts, stage.of);
      builder.add({ op: "take", out, in: taken, shareX64: stage.shareX64 });
      amounts.push(out);
      return;
    }
    case "divide": {
      const out = builder.register();
      const dividend = registerOf(amounts, stage.of);
      builder.add(divisionCall({ out, dividend, divisor: stage.divisor }));
      amounts.push(out);
      return;
    }
    case "operation": {
      const { operation, tokenIn, tokenOut } = stage;
      const input = { register: registerOf(amounts, stage.of), place: "host" as const };
      amounts.push(addSingle(builder, { operation, edge: { tokenIn, tokenOut }, input, to }));
      return;
    }
    case "send": {
      const token = currencyOf(stage.token);
      builder.add({ op: "send", in: registerOf(amounts, stage.of), token, to: stage.to });
      return;
    }
    case "merge":
      builder.add({
        op: "add",
        out: registerOf(amounts, stage.into),
        in: registerOf(amounts, stage.of),
      });
      return;
    case "call":
      addStageCall(builder, stage, { amounts, to });
  }
}

function addStageCall(
  builder: ProgramBuilder,
  stage: Extract<Stage, { kind: "call" }>,
  { amounts, to }: Place,
): void {
  const { data, offsets } = encodeArguments(stage.function, stage.args, {
    amounts: amounts.length,
    recipient: to,
    caller: builder.host.address,
  });
  const outs = stage.yields.map(() => builder.register());
  const gains = stage.yields.flatMap((source, i) =>
    source.from === "gain" ? [{ out: outs[i] ?? 0, token: currencyOf(source.token) }] : [],
  );
  const words = stage.yields.flatMap((source, i) =>
    source.from === "return" ? [{ out: outs[i] ?? 0, word: source.word }] : [],
  );
  const [first, ...others] = words;
  builder.add(
    ...gains.map((gain) => ({ op: "balance" as const, ...gain })),
    {
      op: "call",
      target: stage.target,
      valueRegister: stage.value === undefined ? 0 : registerOf(amounts, stage.value),
      out: first?.out ?? 0,
      outWord: first?.word ?? 0,
      approvals: stage.approvals.map(({ token, of }) => ({
        token,
        register: registerOf(amounts, of),
      })),
      ...(stage.spender === undefined ? {} : { spender: stage.spender }),
      splices: offsets.flatMap((places, of) =>
        places.map((offset) => ({ register: registerOf(amounts, of), offset })),
      ),
      data,
    },
    ...others.map((word) => ({ op: "word" as const, ...word })),
    ...gains.map((gain) => ({ op: "gain" as const, ...gain })),
  );
  amounts.push(...outs);
}

function registerOf(amounts: readonly number[], of: number): number {
  const register = amounts[of];
  if (register === undefined) throw new Error(`the sequence has no amount ${of} yet`);
  return register;
}
