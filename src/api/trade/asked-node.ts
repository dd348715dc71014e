import type { PublicClient } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { ServiceError } from "../../lib/errors.ts";
import { aside } from "../../lib/steps.ts";
import { nodeFault } from "../simulation/caller.ts";

/** A chain and who answers for it. */
export interface ChainNode {
  readonly chain: Chain;
  readonly client: PublicClient;
}

const RETRY_SECONDS = 1;

/**
 * What a node answers to a question.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE` when it does not.
 */
export async function askedNode<T>({ chain }: ChainNode, question: () => Promise<T>): Promise<T> {
  try {
    return await aside(question);
  } catch (error) {
    throw new ServiceError(
      "UPSTREAM_UNAVAILABLE",
      `the node of chain ${chain.chainId} did not answer: ${nodeFault(error)}; retry, or check the node.`,
      { retryAfterSeconds: RETRY_SECONDS, cause: error },
    );
  }
}
