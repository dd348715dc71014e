import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatEther, type PublicClient } from "viem";
import { buildContracts } from "../../contracts/build.ts";
import { deployments } from "../../src/api/program/contracts.ts";
import { readEnvironment } from "../../src/lib/env.ts";
import type { Source } from "../../src/lib/env-chains.ts";
import { readDeployEnvironment } from "../../src/lib/env-deploy.ts";
import { DeployError } from "./failure.ts";
import { requireCancun } from "./gas.ts";
import { type NodeAddress, nodeFailure, openNode } from "./node.ts";
import { type DeployOptions, deployOptions } from "./options.ts";
import { rehearse } from "./rehearsal.ts";
import { jsonReport, type Outcome, textReport } from "./report.ts";
import { safeBatches } from "./safe-batch.ts";
import { sendMissing } from "./send.ts";
import { readSender, type Sender } from "./signer.ts";
import { writeStandardJson } from "./standard-json.ts";
import { type Survey, survey } from "./survey.ts";
import { unsignedTransactions } from "./unsigned.ts";

/** Where a run says what happens, while it does. */
export interface Progress {
  line(text: string): void;
  /** Shows a question without a line break. */
  prompt(question: string): void;
}

/**
 * Does what a command line of `npm run deploy:contracts` says.
 *
 * @returns The report.
 * @throws UsageError, EnvironmentError, DeployError.
 */
export async function runDeploy(
  args: readonly string[],
  source: Source,
  progress: Progress,
): Promise<string> {
  const options = deployOptions(args);
  const { pollingIntervalMs, chains } = readEnvironment(source);
  const environment = readDeployEnvironment(source);
  const node = nodeAddress(options, chains.get(options.chainId)?.rpcUrls ?? null);
  try {
    const client = await openNode(node);
    await requireCancun(client);
    const sender = await readSender(options, environment, progress.prompt);
    const outcome = await deploy({ client, options, sender, pollingIntervalMs, progress });
    return options.output === "json" ? jsonReport(outcome) : textReport(outcome);
  } catch (error) {
    throw nodeFailure(error, node.source);
  }
}

function nodeAddress(
  { chainId, rpcUrl }: DeployOptions,
  configured: readonly string[] | null,
): NodeAddress {
  if (rpcUrl !== null) return { chainId, urls: [rpcUrl], source: "--rpc-url" };
  const source = `PONDER_RPC_URL_${chainId}`;
  if (configured !== null) return { chainId, urls: configured, source };
  throw new DeployError(
    "NODE_UNREACHABLE",
    `There is no node for chain ${chainId}; set ${source} or give --rpc-url.`,
  );
}

async function deploy(run: {
  readonly client: PublicClient;
  readonly options: DeployOptions;
  readonly sender: Sender;
  readonly pollingIntervalMs: number;
  readonly progress: Progress;
}): Promise<Outcome> {
  const { client, options, sender, pollingIntervalMs, progress } = run;
  const { chainId, timeoutMs } = options;
  const rehearsal = await rehearse(deployments(await buildContracts()), chainId);
  const question = { chainId, from: sender.address, rehearsal };
  const standardJson =
    options.standardJson === null ? [] : await writeStandardJson(options.standardJson);
  const found = await survey(client, question);
  if (options.mode === "dry run" || sender.account === null) {
    const unsigned = await writeUnsigned(found, options, progress);
    return { survey: found, sent: null, unsigned, standardJson };
  }
  requireFunds(found);
  const { account } = sender;
  const log = progress.line;
  const line = { client, account, timeoutMs, pollMs: pollingIntervalMs, log };
  const sent = await sendMissing(line, { chainId, rehearsal });
  return { survey: await survey(client, question), sent, unsigned: [], standardJson };
}

/** Before anything is sent: half a deployment helps nobody. */
function requireFunds({ sender, required }: Survey): void {
  if (sender === null || sender.balance >= required) return;
  const [has, needs, lacks] = [sender.balance, required, required - sender.balance].map((wei) =>
    formatEther(wei),
  );
  throw new DeployError(
    "NO_FUNDS",
    `${sender.address} has ${has} of the chain's coin and needs ${needs} for fees; send it ${lacks} more.`,
  );
}

async function writeUnsigned(
  found: Survey,
  { unsigned: folder, safe }: DeployOptions,
  progress: Progress,
): Promise<readonly string[]> {
  if (folder === null) return [];
  await mkdir(folder, { recursive: true });
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
    return path;
  };
  const transactions = unsignedTransactions(found);
  const written = [await write("transactions.json", { chainId: found.chainId, transactions })];
  if (found.deployer.standing === "missing") {
    progress.line(
      "no Safe batch: a Safe cannot deploy the deterministic deployer; that comes first",
    );
    return written;
  }
  const batches = safeBatches(found, { safe, createdAt: new Date() });
  for (const [index, batch] of batches.entries()) {
    const place = batches.length === 1 ? "" : `-${index + 1}`;
    written.push(await write(`safe-batch${place}.json`, batch));
  }
  return written;
}
