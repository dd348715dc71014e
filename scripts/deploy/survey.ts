import type { Address, PublicClient } from "viem";
import { missingFunds, PRESIGNED } from "./deterministic-deployer.ts";
import {
  type Call,
  type Fees,
  type L1DataFee,
  mostOf,
  openL1DataFee,
  presentFees,
} from "./fees.ts";
import { estimateGas, type GasNeed, gasNeed } from "./gas.ts";
import type { ExpectedCode, Rehearsal, Rehearsed } from "./rehearsal.ts";
import { standingOf } from "./standing.ts";

/** A call to make, and what it costs, wei. */
export interface Priced {
  readonly call: Call;
  readonly gas: GasNeed;
  /** Null on chains without such a fee. */
  readonly l1DataFee: bigint | null;
  /** At the present fee, the value and the data fee included. */
  readonly cost: bigint;
}

/** What is the case with contracts that come together; what deploys them where they are missing. */
export interface SurveyedStep {
  readonly name: string;
  readonly contracts: readonly [ExpectedCode, ...ExpectedCode[]];
  /** Null: they are there. */
  readonly missing: Priced | null;
}

/** What is the case on a chain, and what remains to be done. */
export interface Survey {
  readonly chainId: number;
  readonly fees: Fees;
  readonly deployer: {
    readonly code: ExpectedCode;
    readonly standing: "there" | "missing";
    /** Pays for the presigned transaction; null where that needs nothing. */
    readonly funding: Priced | null;
  };
  readonly steps: readonly SurveyedStep[];
  readonly sender: {
    readonly address: Address;
    readonly balance: bigint;
    readonly nonce: number;
    /** Transactions that the node knows and no block has. */
    readonly pending: number;
  } | null;
  /** Cost of all that is missing at the present fee, wei. */
  readonly total: bigint;
  /** Balance that lets every one of the transactions be sent, wei. */
  readonly required: bigint;
}

/** What a survey is made of. */
export interface SurveyQuestion {
  readonly chainId: number;
  readonly from: Address | null;
  readonly rehearsal: Rehearsal;
}

/**
 * Reads what stands on the chain and prices what does not.
 *
 * @throws DeployError for code that should not be there, and what cannot be deployed.
 */
export async function survey(client: PublicClient, question: SurveyQuestion): Promise<Survey> {
  const { chainId, from, rehearsal } = question;
  const [fees, l1] = await Promise.all([presentFees(client), openL1DataFee(client)]);
  const price = (call: Call, gas: GasNeed) => priced(call, { gas, fees, l1 });

  const contracts = [rehearsal.deployer];
  const standing = await standingOf(client, { name: "deterministic deployer", contracts });
  const funding = standing === "there" ? null : await fundingCall(client, question);
  const deployer = {
    code: rehearsal.deployer,
    standing,
    funding: funding === null ? null : await price(funding.call, funding.gas),
  };
  const steps: SurveyedStep[] = [];
  for (const step of rehearsal.steps) {
    const { deployment, contracts } = step;
    const { name } = deployment;
    if ((await standingOf(client, { name, contracts })) === "there") {
      steps.push({ name, contracts, missing: null });
      continue;
    }
    const gas =
      standing === "there"
        ? await deploymentGas(client, step, from)
        : await gasNeed(client, { name, expected: step.gasUsed });
    steps.push({ name, contracts, missing: await price(deploymentCall(step, chainId, gas), gas) });
  }
  const missing = [deployer.funding, ...steps.map((step) => step.missing)].filter(
    (each) => each !== null,
  );
  return {
    ...{ chainId, fees, deployer, steps, sender: await senderOf(client, from) },
    total: missing.reduce((sum, { cost }) => sum + cost, 0n),
    required: requiredBalance(missing, fees),
  };
}

/** The call that lets the presigned transaction be paid; null where its signer has enough. */
export async function fundingCall(
  client: PublicClient,
  { chainId, from }: { readonly chainId: number; readonly from: Address | null },
): Promise<{ readonly call: Call; readonly gas: GasNeed } | null> {
  const value = await missingFunds(client);
  if (value === 0n) return null;
  const payment = { to: PRESIGNED.signer, data: "0x", value } as const;
  // Without the value: whether the sender has it is another question.
  const asked = { ...payment, value: 0n, from, name: "the presigned transaction's funds" };
  const gas = await estimateGas(client, asked);
  return { call: { chainId, ...payment, gas: gas.limit }, gas };
}

/** Gas of one deployment, as the node expects it; the deterministic deployer has to be there. */
export function deploymentGas(
  client: PublicClient,
  { deployment: { name, to, data } }: Rehearsed,
  from: Address | null,
): Promise<GasNeed> {
  return estimateGas(client, { name, from, to, data, value: 0n });
}

/** The call that makes one deployment. */
export function deploymentCall(step: Rehearsed, chainId: number, gas: GasNeed): Call {
  const { to, data } = step.deployment;
  return { chainId, to, data, value: 0n, gas: gas.limit };
}

async function priced(
  call: Call,
  { gas, fees, l1 }: { gas: GasNeed; fees: Fees; l1: L1DataFee | null },
): Promise<Priced> {
  const l1DataFee = l1 === null ? null : await l1(call, fees);
  const cost = call.value + gas.expected * fees.presentPrice + (l1DataFee ?? 0n);
  return { call, gas, l1DataFee, cost };
}

/** A node takes a transaction when the balance covers the most that it may cost. */
function requiredBalance(missing: readonly Priced[], fees: Fees): bigint {
  let spent = 0n;
  let required = 0n;
  for (const { call, cost, l1DataFee } of missing) {
    const needed = spent + mostOf(call, fees) + (l1DataFee ?? 0n);
    if (needed > required) required = needed;
    spent += cost;
  }
  return required;
}

async function senderOf(client: PublicClient, address: Address | null): Promise<Survey["sender"]> {
  if (address === null) return null;
  const [balance, nonce, next] = await Promise.all([
    client.getBalance({ address }),
    client.getTransactionCount({ address }),
    client.getTransactionCount({ address, blockTag: "pending" }),
  ]);
  return { address, balance, nonce, pending: Math.max(0, next - nonce) };
}
