import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import { lower } from "../../src/lib/address.ts";
import { broadcastPresigned, PRESIGNED, PRESIGNED_HASH } from "./deterministic-deployer.ts";
import { DeployError } from "./failure.ts";
import type { ExpectedCode, Rehearsal } from "./rehearsal.ts";
import { standingOf } from "./standing.ts";
import { deploymentCall, deploymentGas, fundingCall } from "./survey.ts";
import { type Line, transmit } from "./transmit.ts";

/** What a run sent, in order. */
export interface SentTransaction {
  readonly name: string;
  readonly hash: Hex;
}

/** Contracts that come together. */
interface Target {
  readonly name: string;
  readonly contracts: readonly ExpectedCode[];
}

/**
 * Deploys what is missing, one transaction after the other, and verifies the code of each.
 *
 * @throws DeployError where it cannot go on; a later run goes on from there.
 */
export async function sendMissing(
  line: Line,
  { chainId, rehearsal }: { readonly chainId: number; readonly rehearsal: Rehearsal },
): Promise<readonly SentTransaction[]> {
  const { client, account } = line;
  const from = lower(account.address);
  const sent: SentTransaction[] = [...(await sendDeployer(line, chainId, rehearsal.deployer))];
  for (const step of rehearsal.steps) {
    const target = { name: step.deployment.name, contracts: step.contracts };
    const next = async () => {
      if ((await standingOf(client, target)) === "there") return null;
      return deploymentCall(step, chainId, await deploymentGas(client, step, from));
    };
    if ((await standingOf(client, target)) === "there") continue;
    const hash = await transmit(line, { name: target.name, next });
    await verified(line, target);
    line.log(`${target.name}: deployed at ${step.deployment.address}, code verified`);
    if (hash !== null) sent.push({ name: target.name, hash });
  }
  return sent;
}

async function sendDeployer(
  line: Line,
  chainId: number,
  code: ExpectedCode,
): Promise<readonly SentTransaction[]> {
  const { client, account, log } = line;
  const target = { name: "deterministic deployer", contracts: [code] };
  const isThere = async () => (await standingOf(client, target)) === "there";
  if (await isThere()) return [];
  const sent: SentTransaction[] = [];
  // Without funds first: a node that will not take it says so before anything is paid.
  if ((await broadcastPresigned(client)) === "unfunded") {
    const from = lower(account.address);
    const hash = await transmit(line, {
      name: `funds of ${PRESIGNED.signer}`,
      next: async () => {
        if (await isThere()) return null;
        return (await fundingCall(client, { chainId, from }))?.call ?? null;
      },
    });
    if (hash !== null) sent.push({ name: "funds of the presigned transaction", hash });
    if ((await broadcastPresigned(client)) === "unfunded") {
      throw new DeployError(
        "DEPLOYER_UNAVAILABLE",
        `${PRESIGNED.signer} has been paid for, and the node still finds it too poor for its presigned transaction; run this again, or ask the chain's operators for the deterministic deployer.`,
      );
    }
  }
  log(`deterministic deployer: sent as ${PRESIGNED_HASH}`);
  await verified(line, target);
  log(`deterministic deployer: deployed at ${code.address}, code verified`);
  return [...sent, { name: target.name, hash: PRESIGNED_HASH }];
}

/** Waits for the code: of several nodes behind one URL, one may be behind the others. */
async function verified(line: Line, target: Target): Promise<void> {
  for (const deadline = Date.now() + line.timeoutMs; ; await sleep(line.pollMs)) {
    if ((await standingOf(line.client, target)) === "there") return;
    if (Date.now() < deadline) continue;
    throw new DeployError(
      "TRANSACTION_PENDING",
      `${target.name} was sent ${line.timeoutMs / 1_000} s ago and has no code yet; run this again later: nothing is sent twice.`,
    );
  }
}
