import { BaseError, createPublicClient, HttpRequestError, http, type PublicClient } from "viem";
import { nodeErrorOf } from "../../src/lib/node-error.ts";
import { DeployError } from "./failure.ts";

/** A node to deploy through, by URLs of which the first that answers is taken. */
export interface NodeAddress {
  readonly chainId: number;
  readonly urls: readonly string[];
  /** Where the URLs came from: errors name it, never a URL, which may hold a key. */
  readonly source: string;
}

/**
 * Connects to the first node that answers.
 *
 * @throws DeployError when none answers, or it serves another chain.
 */
export async function openNode({ chainId, urls, source }: NodeAddress): Promise<PublicClient> {
  let failure: unknown;
  for (const url of urls) {
    // Never an answer of a moment ago: what is deployed follows from what the node says now.
    const client = createPublicClient({ transport: http(url, { retryDelay: 100 }), cacheTime: 0 });
    try {
      const served = await client.getChainId();
      if (served === chainId) return client;
      throw new DeployError(
        "WRONG_CHAIN",
        `The node of ${source} serves chain ${served}, not ${chainId}; give the URL of a node of chain ${chainId}, or --chain ${served}.`,
      );
    } catch (error) {
      if (error instanceof DeployError) throw error;
      failure = error;
    }
  }
  throw nodeFailure(failure, source);
}

/**
 * What a failed call to the node means to an operator, without its URL. What is no failure of a
 * call comes back as it is.
 */
export function nodeFailure(error: unknown, source: string): unknown {
  if (!(error instanceof BaseError)) return error;
  const answer = nodeErrorOf(error);
  if (answer !== null) {
    const message = `The node of ${source} refused a call: ${answer.details}; try another node if it should not.`;
    return new DeployError("NODE_REFUSED", message, { cause: error });
  }
  const failed = error.walk((cause) => cause instanceof HttpRequestError);
  const status = failed instanceof HttpRequestError ? failed.status : undefined;
  const reason = systemCode(error) ?? (status === undefined ? error.name : `status ${status}`);
  return new DeployError(
    "NODE_UNREACHABLE",
    `The node of ${source} did not answer: ${reason}; check the URL and that the node is up.`,
    { cause: error },
  );
}

/** `ECONNREFUSED` and its like, somewhere among the causes. */
function systemCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return null;
}
