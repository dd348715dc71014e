import { type Address, createPublicClient, encodeFunctionData, http, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { createBuilder } from "../../../devnet/builder.ts";
import { chainSpec, GENESIS_TIMESTAMP } from "../../../devnet/chains.ts";
import { type Deployment, deployAt } from "../../../devnet/deploy-at.ts";
import { pickArtifact } from "../../../devnet/solidity/artifact.ts";
import { compileContracts } from "../../../devnet/solidity/contracts.ts";
import type { Verdict } from "../../../src/api/graph/quality.ts";
import { runTrials } from "../../../src/api/graph/trials.ts";
import { clientLacking } from "../../harness/lacking-node.ts";
import { compileNamedVaults } from "../../harness/named-vaults.ts";
import { addressOf } from "./chain-of-blocks.ts";

/** Stands for the pool that holds the tokens; has code, as a pool has. */
const HOLDER = addressOf(0xb001);
const POORER_HOLDER = addressOf(0xb002);
const MINTED = 10n ** 21n;

const TOKENS = {
  plain: addressOf(0xa001),
  noReturn: addressOf(0xa002),
  fee: addressOf(0xa003),
  frozen: addressOf(0xa004),
  returnsFalse: addressOf(0xa005),
  empty: addressOf(0xa006),
  burnsGas: addressOf(0xa007),
  noCode: addressOf(0xa008),
};
/** Issue shares for the plain token. */
const VAULTS = { good: addressOf(0xa011), trapped: addressOf(0xa012) };

let anvil: Anvil;

beforeAll(async () => {
  const [{ own }, vaults, node] = await Promise.all([
    compileContracts(),
    compileNamedVaults(),
    startAnvil({ chainId: 1, args: ["--no-mining", "--timestamp", String(GENESIS_TIMESTAMP)] }),
  ]);
  anvil = node;
  const builder = createBuilder(chainSpec(1), anvil.rpc);
  const token = (address: Address, contract: string, args: readonly unknown[]): Deployment => ({
    address,
    artifact: pickArtifact(own, contract),
    args,
  });
  await deployAt(builder, [
    token(TOKENS.plain, "StandardToken", ["Plain", "PLAIN", 18]),
    token(TOKENS.empty, "StandardToken", ["Empty", "EMPTY", 18]),
    token(TOKENS.noReturn, "NoReturnToken", ["No Return", "NRT", 6]),
    token(TOKENS.fee, "FeeToken", ["Fee", "FEE"]),
    token(TOKENS.frozen, "FrozenToken", ["Frozen", "FROZEN", addressOf(9)]),
    token(TOKENS.returnsFalse, "FalseToken", ["False", "FALSE", addressOf(9)]),
    ...[
      [VAULTS.good, "OffsetVault", [TOKENS.plain, 6]] as const,
      [VAULTS.trapped, "TrappedVault", [TOKENS.plain]] as const,
    ].map(([address, contract, args]) => {
      return { address, artifact: pickArtifact(vaults, contract), args };
    }),
  ]);
  // JUMPDEST PUSH0 JUMP: runs until the gas is used up.
  await anvil.rpc.request("anvil_setCode", [TOKENS.burnsGas, "0x5b5f56"]);
  for (const holder of [HOLDER, POORER_HOLDER]) {
    await anvil.rpc.request("anvil_setCode", [holder, "0x00"]);
  }
  const abi = parseAbi(["function mint(address to, uint256 value)"]);
  const mint = (to: Address, holder: Address, value: bigint) =>
    builder.queue({
      to,
      data: encodeFunctionData({ abi, functionName: "mint", args: [holder, value] }),
      gas: 200_000n,
      label: `mint ${to}`,
    });
  const minted = [TOKENS.plain, TOKENS.noReturn, TOKENS.fee, TOKENS.frozen, TOKENS.returnsFalse];
  for (const address of minted) {
    mint(address, HOLDER, MINTED);
    mint(address, POORER_HOLDER, 19n);
  }
  await builder.flush();
}, 120_000);

afterAll(() => anvil?.stop());

const CLIENTS = {
  eth_simulateV1: () => createPublicClient({ transport: http(anvil.url) }),
  eth_call: () => clientLacking(anvil.url, ["eth_simulateV1"]),
};

function candidates(tokens: readonly Address[]) {
  return tokens.map((token) => ({ token, holders: [POORER_HOLDER, HOLDER] }));
}

describe.each(["eth_simulateV1", "eth_call"] as const)("runTrials by %s", (means) => {
  const client = CLIENTS[means];

  test("default: plain tokens and those without return values pass, all others fail", async () => {
    const block = await client().getBlockNumber();
    const outcome = await runTrials(client(), candidates(Object.values(TOKENS)), block);
    expect([...outcome.refusals]).toEqual([]);
    const verdicts = Object.fromEntries(
      Object.entries(TOKENS).map(([name, token]) => {
        const verdict = outcome.verdicts.get(token);
        return [name, verdict?.ok === false ? verdict.reason : verdict?.ok];
      }),
    );
    expect(verdicts).toEqual({
      plain: true,
      noReturn: true,
      fee: "transfer from a pool pays another amount",
      frozen: "transfer from a pool fails",
      returnsFalse: "transfer from a pool fails",
      empty: "no pool holds any of it",
      burnsGas: "no pool holds any of it",
      noCode: "no pool holds any of it",
    });
  });

  test("default: shares that nobody has are issued first", async () => {
    const block = await client().getBlockNumber();
    const issued = (token: Address, asset: Address, holders = [POORER_HOLDER, HOLDER]) => {
      return { token, holders: [addressOf(8)], issued: { asset, holders } };
    };
    const outcome = await runTrials(
      client(),
      [
        issued(VAULTS.good, TOKENS.plain),
        issued(VAULTS.trapped, TOKENS.plain),
        issued(TOKENS.burnsGas, TOKENS.plain),
        issued(TOKENS.noCode, TOKENS.plain),
        issued(TOKENS.noReturn, TOKENS.plain, [addressOf(9)]),
        // Whoever has some need not pay.
        { ...issued(TOKENS.plain, TOKENS.burnsGas), holders: [HOLDER] },
      ],
      block,
    );
    expect([...outcome.refusals]).toEqual([]);
    expect(outcome.verdicts).toEqual(
      new Map<Address, Verdict>([
        [VAULTS.good, { ok: true }],
        [VAULTS.trapped, { ok: false, reason: "transfer from a pool fails" }],
        [TOKENS.burnsGas, { ok: false, reason: "deposit fails" }],
        [TOKENS.noCode, { ok: false, reason: "deposit fails" }],
        [TOKENS.noReturn, { ok: false, reason: "no pool holds any of it" }],
        [TOKENS.plain, { ok: true }],
      ]),
    );
  });

  test("behavior: the verdict does not depend on the other candidates", async () => {
    const block = await client().getBlockNumber();
    const many = Array.from({ length: 45 }, (_, n) => addressOf(0xc000 + n));
    const together = await runTrials(
      client(),
      candidates([...many, TOKENS.fee, TOKENS.plain]),
      block,
    );
    for (const token of [TOKENS.fee, TOKENS.plain]) {
      const alone = await runTrials(client(), candidates([token]), block);
      expect(together.verdicts.get(token)).toEqual(alone.verdicts.get(token));
    }
    expect(together.verdicts.size).toBe(47);
  });

  test("behavior: runs on the state of the block that was asked for", async () => {
    const outcome = await runTrials(client(), candidates([TOKENS.plain]), 0n);
    expect(outcome.verdicts.get(TOKENS.plain)?.ok).toBe(false);
  });

  test("error: the node does not answer", async () => {
    const silent = createPublicClient({ transport: http("http://127.0.0.1:1", { retryCount: 0 }) });
    await expect(runTrials(silent, candidates([TOKENS.plain]), 1n)).rejects.toThrow();
  });

  test("behavior: what the node refuses is no verdict", async () => {
    const outcome = await runTrials(client(), candidates([TOKENS.plain, TOKENS.fee]), 10n ** 9n);
    expect(outcome.verdicts.size).toBe(0);
    expect([...outcome.refusals.keys()].sort()).toEqual([TOKENS.plain, TOKENS.fee].sort());
  });
});
