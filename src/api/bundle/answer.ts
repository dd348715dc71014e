import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { ServiceError } from "../../lib/errors.ts";
import type { ChainService } from "../chain/service.ts";
import type { HeldState } from "../graph/memory.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { gasPriceIn } from "../prices/gas-price.ts";
import type { PriceBook } from "../prices/prices.ts";
import { deadlineOn } from "../program/deadline.ts";
import { type Execution, type WalletAccount, walletPayment } from "../program/execution.ts";
import type { Program } from "../program/steps.ts";
import { encodeRun } from "../program/wallet-call.ts";
import { type Measure, sharesMeasure } from "../simulation/balance-call.ts";
import { gasLimitOn } from "../simulation/gas.ts";
import { holdersOf } from "../simulation/holders.ts";
import { type SimulationResult, simulate } from "../simulation/simulate.ts";
import { walletAccountOf } from "../trade/account.ts";
import { askedNode } from "../trade/asked-node.ts";
import { nameOf } from "./asset.ts";
import { type CompiledBundle, type CompileOptions, compileBundle } from "./compile.ts";
import { type CompiledAction, type Estimates, expectedAmount, outputKey } from "./compiler.ts";
import { bundleFailed, type FailedBundle } from "./failure.ts";
import { fundingOf } from "./funding.ts";
import { REPORTER_ADDRESS, readReports } from "./report.ts";
import type { AnswerBundle, BundleAnswer, BundleRequest } from "./request.ts";
import { statesOf } from "./states.ts";
import { verbOf } from "./verbs/index.ts";

/** What every step of answering one bundle shares. */
interface Job {
  readonly service: ChainService;
  readonly snapshot: Snapshot;
  /** The snapshot's states by slug. */
  readonly states: ReadonlyMap<string, readonly HeldState[]>;
  readonly request: BundleRequest;
  readonly account: WalletAccount;
  readonly prices: PriceBook;
  /** Seconds since the epoch. */
  readonly deadline: bigint;
}

/**
 * The pipeline of the bundle. A program that logs every output is simulated first, as often as
 * trades need an amount that only the chain knows; then the bundle is compiled with the minimums
 * that follow, and that transaction is simulated and answered.
 */
export function createAnswerBundle(pricesOf: (snapshot: Snapshot) => PriceBook): AnswerBundle {
  return async (service, request) => {
    const snapshot = service.snapshot();
    const deadline = deadlineOn(snapshot, request.deadline);
    const account = await walletAccountOf(service, snapshot, request);
    const [states, prices] = [statesOf(snapshot), pricesOf(snapshot)];
    return answer({ service, snapshot, states, request, account, prices, deadline });
  };
}

async function answer(job: Job): Promise<BundleAnswer> {
  const { snapshot, request, account } = job;
  const explored = await explore(job);
  const { estimates, funding } = explored;
  const tokens = producedTokens(explored.bundle);
  const isSwept = request.receiver !== null && request.receiver !== account.wallet;
  const swept = isSwept
    ? tokens.filter((token, i) => !snapshot.positions.has(token) && (explored.gains[i] ?? 0n) > 0n)
    : [];
  const bundle = await compile(
    job,
    { estimates, minimums: "slippage" },
    {
      ...{ account, funding, swept },
      reports: "none",
    },
  );
  const gainer = isSwept ? (request.receiver ?? account.wallet) : account.wallet;
  const execution = executionOf(job, { program: bundle.program, funding });
  const paid = paidAccounts(bundle, { tokens, gainer });
  const result = await simulateBundle(job, { execution, bundle, gainer, tokens, paid });
  if (!result.ok) throw await failureOf(job, { result, bundle, estimates });
  const amountsOut = new Map<string, bigint>();
  for (const [i, token] of [...tokens, ...paid.map((each) => each.token)].entries()) {
    const gain = result.gains[i] ?? 0n;
    const name = nameOf(snapshot, token);
    if (gain > 0n) amountsOut.set(name, (amountsOut.get(name) ?? 0n) + gain);
  }
  return {
    block: snapshot.block,
    tx: execution.tx,
    gas: gasLimitOn(job.service, snapshot, { gas: result.gas, tx: execution.tx }),
    validUntil: job.deadline,
    amountsOut,
    steps: bundle.actions.map(({ step }) => step),
    actions: request.actions,
  };
}

interface Explored {
  readonly bundle: CompiledBundle;
  readonly estimates: Estimates;
  readonly funding: ReadonlyMap<Address, bigint>;
  /** What the wallet gains of each produced token. */
  readonly gains: readonly bigint[];
}

/** Simulates until every output is known, with the amounts that the trades are planned for. */
async function explore(job: Job): Promise<Explored> {
  const { account, request } = job;
  let estimates: Estimates = new Map();
  // One more round than actions: each round makes at least one more output known, the last one
  // measures them all.
  for (let round = 0; ; round++) {
    const plan = { estimates, minimums: "none" as const };
    const options = { account, swept: [], reports: "outputs" as const };
    const draft = await compile(job, plan, { ...options, funding: new Map() });
    const funding = fundingOf({ estimates, compiled: draft.actions }).literals;
    // Funding is part of the program only where it is pulled.
    const isPulled = request.spender !== account.wallet && funding.size > 0;
    const bundle = isPulled ? await compile(job, plan, { ...options, funding }) : draft;
    const tokens = producedTokens(bundle);
    const result = await simulateBundle(job, {
      execution: executionOf(job, { program: bundle.program, funding }),
      ...{ bundle, tokens },
      gainer: account.wallet,
      reporter: REPORTER_ADDRESS,
    });
    if (!result.ok) throw await failureOf(job, { result, bundle, estimates });
    const planned = plannedAmounts(request, { estimates, compiled: bundle.actions });
    estimates = readReports(result.reported);
    const isSettled = [...planned].every(([key, amount]) => estimates.get(key) === amount);
    if (bundle.complete && (isSettled || round > request.actions.length)) {
      return { bundle, estimates, funding, gains: result.gains };
    }
  }
}

/**
 * The outputs that trades, deposits and redeems take as their input, with the amounts that they
 * were planned for.
 */
function plannedAmounts(
  request: BundleRequest,
  on: { readonly estimates: Estimates; readonly compiled: readonly CompiledAction[] },
): ReadonlyMap<string, bigint | null> {
  const planned = new Map<string, bigint | null>();
  for (const action of request.actions.slice(0, on.compiled.length)) {
    const verb = verbOf(action);
    for (const amount of verb.isPlanned ? verb.amounts(action) : []) {
      if (amount?.kind !== "output") continue;
      planned.set(outputKey(amount.action, amount.index), expectedAmount(on, amount));
    }
  }
  return planned;
}

function compile(
  job: Job,
  plan: { readonly estimates: Estimates; readonly minimums: "none" | "slippage" },
  options: CompileOptions,
): Promise<CompiledBundle> {
  const { snapshot, states, request, service, prices } = job;
  return compileBundle(
    {
      ...{ snapshot, states, request },
      ...plan,
      permit2: service.chain.permit2,
      gasPriceIn: (tokenOut) => gasPriceIn(tokenOut, snapshot, prices),
      meter: service.meter,
    },
    options,
  );
}

/** The error of a simulation that reverted; whether a called contract has code is asked for it. */
function failureOf(
  { service, snapshot, request }: Job,
  failed: Omit<FailedBundle, "actions">,
): Promise<ServiceError> {
  return bundleFailed({ ...failed, actions: request.actions }, async (address) => {
    const blockNumber = BigInt(snapshot.block.number);
    const code = await askedNode(service, () => service.client.getCode({ address, blockNumber }));
    return code !== undefined && code !== "0x";
  });
}

/** What went to the receivers of single actions, and is not measured with the rest. */
function paidAccounts(
  { actions }: CompiledBundle,
  measured: { readonly tokens: readonly Address[]; readonly gainer: Address },
): readonly Paid[] {
  const all = actions.flatMap(({ paid }) => paid ?? []);
  const isMeasured = ({ token, account }: Paid) =>
    account === measured.gainer && measured.tokens.includes(token);
  const byKey = new Map(all.map((each) => [`${each.token} ${each.account}`, each]));
  return [...byKey.values()].filter((each) => !isMeasured(each));
}

type Paid = NonNullable<CompiledAction["paid"]>[number];

/** Tokens and keys of positions that the actions give, or may give. */
function producedTokens(bundle: CompiledBundle): readonly Address[] {
  const tokens = bundle.actions.flatMap(({ outputs, named = [] }) => [
    ...outputs.map(({ token }) => token),
    ...named,
  ]);
  return [...new Set(tokens)].filter((token) => token !== null);
}

function executionOf(
  { request, account, deadline }: Job,
  on: { readonly program: Program; readonly funding: ReadonlyMap<Address, bigint> },
): Execution {
  const data = encodeRun(deadline, on.program);
  const value = on.funding.get(NATIVE) ?? 0n;
  const payments = [...on.funding].map(([token, amount]) =>
    walletPayment(account, request, { token, amount }),
  );
  return {
    tx: { data, to: account.target, from: request.fromAddress, value },
    delegated: account.delegated,
    payments,
  };
}

function simulateBundle(
  { service, snapshot, account }: Job,
  on: {
    readonly execution: Execution;
    readonly bundle: CompiledBundle;
    readonly gainer: Address;
    readonly tokens: readonly Address[];
    readonly paid?: readonly Paid[];
    readonly reporter?: Address;
  },
): Promise<SimulationResult> {
  const { actions } = on.bundle;
  const hops = actions.flatMap(({ step }) => (step.kind === "hops" ? step.hops : []));
  const holders = holdersOf(snapshot, hops);
  const used = new Set<string>(actions.flatMap(({ uses }) => uses ?? []));
  const measureOf = (token: Address, holder: Address): Measure => {
    const open = snapshot.positions.get(token);
    return open === undefined ? { token, account: holder } : sharesMeasure(open.position, holder);
  };
  const own = on.tokens.map((token) =>
    measureOf(token, snapshot.positions.has(token) ? account.wallet : on.gainer),
  );
  const others = (on.paid ?? []).map((paid) => measureOf(paid.token, paid.account));
  return simulate(service, {
    block: snapshot.block,
    next: snapshot.next,
    execution: on.execution,
    outputs: [...own, ...others],
    holders: (token) => holders(token).filter((holder) => !used.has(holder)),
    snapshot,
    ...(on.reporter === undefined ? {} : { reporter: on.reporter }),
  });
}
