// Gas of Weir's router against the Uniswap Universal Router: `node scripts/run.mjs bench/gas/run.ts
// [--trace]`. Same devnet state, block time, amounts, minimum (99.5 % of the output), deadline and
// receipts; allowances are set.
import { prepareDevnet, startDevnet } from "../../devnet/index.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath } from "../../devnet/prepare.ts";
import { installDependencies } from "../dependencies.ts";
import { measureAccounts } from "./accounts.ts";
import { createCases, type GasCase } from "./cases.ts";
import { type Call, type Measurement, measure, send } from "./chain.ts";
import { folder } from "./dependencies.ts";
import { type Frame, frameLines } from "./frames.ts";
import { CHAIN_ID, createMarket, type Market } from "./market.ts";
import type { CaseName } from "./prototype.ts";
import { accountTable, type CaseRow, caseTable, missedTargets } from "./report.ts";
import { routeCall } from "./weir.ts";

/** The first case that runs in the user's own executor. */
const FIRST_USE: CaseName = "V3 then ERC-4626, first use";
/** Least output that is accepted, of the expected one. */
const MIN_PERMILLE = 995n;
const trace = process.argv.includes("--trace");
const log = (line: string) => console.error(line);

await installDependencies(folder, log);
const manifest = readManifest(manifestPath(await prepareDevnet(log), CHAIN_ID));
const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
try {
  const [node] = devnet.chains;
  if (node === undefined) throw new Error("the devnet started no chain");
  const market = await createMarket(node.url, manifest);
  const rows: CaseRow[] = [];
  for (const swap of createCases(market)) {
    rows.push(await measureCase(market, swap));
    if (swap.name === FIRST_USE) await useExecutor(market, swap);
  }
  const accounts = await measureAccounts(market);
  if (trace) for (const row of accounts) printFrames(row.name, row.frames);
  console.log(`${caseTable(rows)}\n\n${accountTable(accounts, rows)}`);
  const missed = missedTargets(rows);
  for (const line of missed) console.error(`missed: ${line}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await devnet.stop();
}

/** Deploys the user's own executor, for what is measured from then on. */
async function useExecutor({ client, user, deadline }: Market, swap: GasCase): Promise<void> {
  const on = { program: swap.weir(), receiver: user.address, minAmountOut: 1n, deadline };
  await send(client, user, routeCall(swap, on));
}

async function measureCase(market: Market, swap: GasCase): Promise<CaseRow> {
  const { client, user, deadline } = market;
  const receiver = user.address;
  const measured = (calls: readonly Call[], tokenOut = swap.tokenOut) =>
    measure(client, user, { calls, gain: { tokenOut, receiver } });
  const program = swap.weir();
  const weirCall = (minAmountOut: bigint) =>
    routeCall(swap, { program, receiver, minAmountOut, deadline });

  const { amountOut } = await measured([weirCall(1n)]);
  const minAmountOut = (amountOut * MIN_PERMILLE) / 1000n;
  const intermediate = await intermediateAmount(swap, measured);
  const universal = await measured(swap.universal({ minAmountOut, intermediate }));
  const weir = await measured([weirCall(minAmountOut)]);
  if (universal.amountOut !== amountOut || weir.amountOut !== amountOut) {
    throw new Error(
      `${swap.name}: the Universal Router pays ${universal.amountOut}, Weir ${weir.amountOut}; both have to take the same way.`,
    );
  }
  if (trace) {
    printFrames(`${swap.name}: Universal Router`, universal.frames);
    printFrames(`${swap.name}: Weir`, weir.frames);
  }
  return { name: swap.name, universal, weir };
}

/** What the first of the Universal Router's two transactions pays; 0 where it needs one. */
async function intermediateAmount(
  { intermediate, universal }: GasCase,
  measured: (calls: readonly Call[], tokenOut: `0x${string}`) => Promise<Measurement>,
): Promise<bigint> {
  if (intermediate === null) return 0n;
  const [first] = universal({ minAmountOut: 1n, intermediate: 1n });
  if (first === undefined) throw new Error("a case has no transaction");
  return (await measured([first], intermediate)).amountOut;
}

function printFrames(title: string, frames: readonly Frame[]): void {
  console.log([title, ...frameLines(frames)].join("\n"));
}
