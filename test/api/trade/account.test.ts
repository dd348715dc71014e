import { createPublicClient, http } from "viem";
import { describe, expect, test } from "vitest";
import { DELEGATE_EXECUTOR_ADDRESS } from "../../../src/api/program/contracts.ts";
import { walletAccountOf } from "../../../src/api/trade/account.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { serviceOf } from "../fixture/chain.ts";
import { ALICE, snapshotOf } from "../fixture/market.ts";

const chain = CHAINS.get(1);
if (chain === undefined) throw new Error("chain 1 is unknown");
const snapshot = snapshotOf(chain);
const gone = createPublicClient({ transport: http("http://127.0.0.1:1", { retryCount: 0 }) });
const service = { ...serviceOf(chain), client: gone };

describe("walletAccountOf", () => {
  test("default: a smart wallet delegate-calls the executor; the node is not asked", async () => {
    const of = { strategy: "delegate", fromAddress: ALICE } as const;
    const account = await walletAccountOf(service, snapshot, of);
    expect(account).toMatchObject({
      ...{ wallet: ALICE, target: DELEGATE_EXECUTOR_ADDRESS, delegated: true },
    });
  });

  test("error: UPSTREAM_UNAVAILABLE when the node cannot tell whether the core wallet exists", async () => {
    const of = { strategy: "corewallet", fromAddress: ALICE } as const;
    await expect(walletAccountOf(service, snapshot, of)).rejects.toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
    });
  });
});
