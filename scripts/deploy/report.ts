import { formatEther, formatGwei } from "viem";
import { CHAINS } from "../../src/lib/chains.ts";
import { PRESIGNED, PRESIGNED_FUNDS } from "./deterministic-deployer.ts";
import type { SentTransaction } from "./send.ts";
import type { StandardJsonFile } from "./standard-json.ts";
import type { Priced, Survey } from "./survey.ts";

/** What a run found and did. */
export interface Outcome {
  readonly survey: Survey;
  /** Null: a dry run. */
  readonly sent: readonly SentTransaction[] | null;
  /** Files that were written. */
  readonly unsigned: readonly string[];
  readonly standardJson: readonly StandardJsonFile[];
}

/** The outcome for programs; amounts are wei, as decimal strings. */
export function jsonReport({ survey, sent, unsigned, standardJson }: Outcome): string {
  const { chainId, fees, deployer, steps, sender, total, required } = survey;
  const report = {
    ...{ chainId, mode: sent === null ? "dry run" : "send", fees, sender },
    contracts: [
      {
        ...{ name: "deterministic deployer", status: deployer.standing, ...deployer.code },
        ...{ created: [], ...priceOf(deployer.funding) },
      },
      ...steps.map(({ name, contracts: [main, ...created], missing }) => ({
        ...{ name, status: missing === null ? "there" : "missing", ...main },
        ...{ created, ...priceOf(missing) },
      })),
    ],
    ...{ total, required, sent: sent ?? [], unsigned, standardJson },
  };
  return JSON.stringify(report, (_, value) => (typeof value === "bigint" ? `${value}` : value), 2);
}

function priceOf(priced: Priced | null) {
  if (priced === null) return { gas: null, gasLimit: null, l1DataFee: null, cost: null };
  const { gas, l1DataFee, cost } = priced;
  return { gas: gas.expected, gasLimit: gas.limit, l1DataFee, cost };
}

/** The outcome for people. */
export function textReport({ survey, sent, unsigned, standardJson }: Outcome): string {
  const known = CHAINS.get(survey.chainId);
  const coin = known?.native.symbol ?? "native coin";
  const name = known === undefined ? "" : ` (${known.name})`;
  const mode = sent === null ? "dry run, nothing is sent" : "deployed and verified";
  return [
    `Chain ${survey.chainId}${name}: ${mode}`,
    "",
    ...table(survey, coin),
    "",
    ...(sent === null ? remaining(survey, coin) : []),
    ...(sent ?? []).map(({ name, hash }) => `sent  ${hash}  ${name}`),
    ...(sent?.length === 0 ? ["Nothing was missing, nothing was sent."] : []),
    ...unsigned.map((path) => `wrote ${path}`),
    ...standardJson.map(
      ({ path, contract, compiler }) => `wrote ${path}  for ${contract}, compiler ${compiler}`,
    ),
  ].join("\n");
}

function table({ deployer, steps }: Survey, coin: string): readonly string[] {
  const row = (name: string, code: { address: string; codeHash: string }, rest: string[]) => [
    ...[name, code.address, rest[0] ?? "", code.codeHash, ...rest.slice(1)],
  ];
  const { standing, funding, code } = deployer;
  const rows = [
    ["CONTRACT", "ADDRESS", "STATE", "CODE HASH", "GAS", `COST (${coin})`],
    row("deterministic deployer", code, [standing, ...priceCells(funding)]),
    ...steps.flatMap(({ name, contracts: [main, ...created], missing }) => {
      const state = missing === null ? "there" : "missing";
      return [
        row(name, main, [state, ...priceCells(missing)]),
        ...created.map((each) => row("  which creates", each, [state])),
      ];
    }),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? "").length)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function priceCells(priced: Priced | null): string[] {
  return priced === null ? [] : [String(priced.gas.expected), formatEther(priced.cost)];
}

/** What is to be sent, what it costs and who pays. */
function remaining(survey: Survey, coin: string): readonly string[] {
  const { deployer, steps, sender, fees, total, required } = survey;
  const missing = steps.filter((step) => step.missing !== null);
  if (deployer.standing === "there" && missing.length === 0) return ["Nothing is missing."];
  const data = missing.reduce((sum, { missing }) => sum + (missing?.l1DataFee ?? 0n), 0n);
  const price = `${formatGwei(fees.presentPrice)} gwei a gas (${fees.type})`;
  const lines = [
    ...(deployer.standing === "there" ? [] : [deployerNote(survey, coin)]),
    `To send: ${missing.map(({ name }) => name).join(", ")}.`,
    `Cost: ${formatEther(total)} ${coin} at ${price}${data === 0n ? "" : `, ${formatEther(data)} of it for data on L1`}.`,
    `Balance needed, as fees may double: ${formatEther(required)} ${coin}.`,
  ];
  if (sender === null) return [...lines, "Sender: none yet; --from <address> shows a balance."];
  lines.push(`Sender: ${sender.address} has ${formatEther(sender.balance)} ${coin}.`);
  if (sender.pending > 0) {
    lines.push(`${sender.pending} transaction(s) of it are pending; --send waits for them.`);
  }
  if (sender.balance < required) {
    lines.push(`Missing: ${formatEther(required - sender.balance)} ${coin}; send it that.`);
  }
  return lines;
}

function deployerNote({ deployer }: Survey, coin: string): string {
  const amount = `${formatEther(PRESIGNED_FUNDS)} ${coin}`;
  const { signer, transaction } = PRESIGNED;
  return `The deterministic deployer is missing. --send gets it: ${deployer.funding === null ? "the signer has its funds" : `${signer} is paid up to ${amount}`}, then this presigned transaction is sent, which anybody may do: ${transaction}`;
}
