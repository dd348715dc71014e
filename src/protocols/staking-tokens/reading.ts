import { concatHex, type Hex, toFunctionSelector } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { wordOf } from "../../seed/words.ts";
import type { StakingContracts } from "./contracts.ts";
import { inquiryOf } from "./inquiries.ts";
import type { Question, StakingReading } from "./inquiry.ts";

/** Reads a token in one call; null where its contracts do not answer. */
export async function readStaking(
  aggregate: Aggregate,
  contracts: StakingContracts,
): Promise<StakingReading | null> {
  const { questions, reading } = inquiryOf(contracts);
  const answers = await aggregate(
    questions.map((question) => ({
      ...{ target: question[0], allowFailure: true as const, callData: encoded(question) },
    })),
  );
  return reading(
    answers.map(({ success, returnData }, at) =>
      success ? wordOf(returnData, questions[at]?.[2]?.word) : undefined,
    ),
  );
}

function encoded([, signature, more]: Question): Hex {
  return concatHex([toFunctionSelector(signature), more?.argument ?? "0x"]);
}
