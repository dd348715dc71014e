import { ServiceError } from "../../lib/errors.ts";
import type { ChainService } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { SignedPermit } from "../program/permit.ts";
import { permit2Nonce } from "./permit2-nonce.ts";
import type { TransactionRequest } from "./pipeline.ts";
import type { TokenPermits } from "./token-permits.ts";

/**
 * What the sender of a request is to sign instead of an allowance; null where nothing was asked
 * for.
 *
 * @throws {ServiceError} `STRATEGY_UNSUPPORTED` for a token without EIP-2612, or without it for
 *   accounts with code where the sender is one, `UPSTREAM_UNAVAILABLE`.
 */
export async function signedPermit(
  service: ChainService,
  snapshot: Snapshot,
  on: { readonly request: TransactionRequest; readonly tokenPermits: TokenPermits },
): Promise<SignedPermit | null> {
  const { request } = on;
  const { fromAddress: owner } = request;
  switch (request.permit) {
    case null:
      return null;
    case "permit2": {
      // What is told besides changes nothing of the transaction.
      const { alternatives: _, ...asked } = request;
      const nonce = await permit2Nonce(service, snapshot, { owner, request: asked });
      return { kind: "permit2", nonce, contract: service.chain.permit2 };
    }
    case "eip2612": {
      const [input] = request.inputs;
      if (input === undefined) throw new Error("no input to sign for");
      const { token } = input;
      const blockNumber = BigInt(snapshot.block.number);
      const found = await on.tokenPermits(service, { token, owner, blockNumber });
      if (found !== null) return { kind: "eip2612", ...found };
      throw new ServiceError(
        "STRATEGY_UNSUPPORTED",
        `token ${token} takes no EIP-2612 permit of ${owner}; ask with permit=permit2, or without and approve the router.`,
        {
          details: [{ path: "permit", message: "must be permit2 for this token" }],
          data: { token },
        },
      );
    }
  }
}
