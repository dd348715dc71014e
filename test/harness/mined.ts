import { setTimeout as sleep } from "node:timers/promises";
import { type Hex, type PublicClient, TransactionReceiptNotFoundError } from "viem";

const POLL_MS = 20;
/** How long a node that mines by itself gets before it is told to. */
const PATIENCE_MS = 2_000;

/**
 * The receipt of a transaction that was sent to an anvil which mines as soon as it has one. Under
 * load anvil now and then leaves a transaction in its pool until the next one comes, so a block is
 * mined where none has come after two seconds.
 */
export async function receiptOf(client: PublicClient, hash: Hex) {
  for (let mineAt = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    if (Date.now() < mineAt) continue;
    mineAt = Date.now() + PATIENCE_MS;
    await client.request<{ Method: "evm_mine"; Parameters: []; ReturnType: unknown }>({
      ...{ method: "evm_mine", params: [] },
    });
  }
}
