import type { Logger } from "pino";
import type { Address, PublicClient } from "viem";
import type { Chain } from "../../lib/chain.ts";
import { ServiceError } from "../../lib/errors.ts";
import { DEPLOYED_ADDRESSES } from "../program/contracts.ts";
import { nodeFault } from "../simulation/caller.ts";

/** Whether Weir's contracts are on a chain; unknown until the node has said so. */
export type ContractsStanding = "deployed" | "missing" | "unknown";

/**
 * Weir's contracts on one chain. A call to an address without code succeeds and does nothing, so
 * that no transaction may be answered before they are there.
 */
export interface OwnContracts {
  standing(): ContractsStanding;
  /** Asks the node, unless all are known to be there; never rejects. */
  look(): Promise<void>;
  /**
   * Resolves when all are there.
   *
   * @throws {ServiceError} `CONTRACTS_MISSING`, `UPSTREAM_UNAVAILABLE`.
   */
  required(): Promise<void>;
}

/** An answer that something is missing holds for so long. */
const MISSING_MS = 1_000;
const RETRY_SECONDS = 5;

/**
 * Watches them. Their addresses commit to their code, and none can end itself: what was seen once
 * is there for good.
 */
export function watchOwnContracts({
  chain,
  client,
  log,
}: {
  readonly chain: Pick<Chain, "chainId" | "name">;
  readonly client: Pick<PublicClient, "getCode">;
  readonly log: Logger;
}): OwnContracts {
  const unseen = new Set<Address>(DEPLOYED_ADDRESSES);
  const command = `npm run deploy:contracts -- --chain ${chain.chainId}`;
  let missing: Address | null = null;
  let missingAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  /** One request a time while one is missing, which a chain may be for ever. */
  async function find(): Promise<void> {
    for (const address of unseen) {
      if (((await client.getCode({ address })) ?? "0x") === "0x") {
        if (missing === null) {
          log.warn({ missing: address, command }, "Weir's contracts are not on the chain");
        }
        missing = address;
        missingAtMs = performance.now();
        return;
      }
      unseen.delete(address);
    }
    if (missing !== null) log.info("Weir's contracts are on the chain now");
    missing = null;
  }

  function ask(): Promise<void> {
    if (unseen.size === 0) return Promise.resolve();
    looking ??= find().finally(() => {
      looking = null;
    });
    return looking;
  }

  function standing(): ContractsStanding {
    if (unseen.size === 0) return "deployed";
    return missing === null ? "unknown" : "missing";
  }

  return {
    standing,
    async look() {
      await ask().catch((error: unknown) => {
        log.debug({ err: error }, "the node did not say whether Weir's contracts are there");
      });
    },
    async required() {
      if (missing === null || performance.now() - missingAtMs > MISSING_MS) {
        await ask().catch((error: unknown) => {
          throw unanswered(chain.chainId, error);
        });
      }
      if (missing === null) return;
      throw new ServiceError(
        "CONTRACTS_MISSING",
        `Weir's contracts are not on chain ${chain.chainId} (${chain.name}): ${missing} has no code. Deploy them with ${command}; until then quotes are answered, transactions are not.`,
        { data: { missing, command }, retryAfterSeconds: RETRY_SECONDS },
      );
    },
  };
}

function unanswered(chainId: number, error: unknown): ServiceError {
  return new ServiceError(
    "UPSTREAM_UNAVAILABLE",
    `the node of chain ${chainId} could not tell whether Weir's contracts are there: ${nodeFault(error)}; retry, or check the node.`,
    { retryAfterSeconds: 1, cause: error },
  );
}
