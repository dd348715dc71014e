import { type Address, encodeFunctionData } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { rewardVaultAbi } from "../../devnet/protocols/berachain-reward-vault.ts";
import { lidoAbi, STETH, WSTETH } from "../../devnet/protocols/lido.ts";
import { RETH } from "../../devnet/protocols/rocket-pool.ts";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import { createLimitedTrades } from "../harness/limited-trades.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { approveExactly, ask, bodyOf, sendFrom, shown } from "../harness/trading.ts";
import { read as readRewardVaults } from "../protocols/berachain-reward-vault/read.ts";
import { queue as queueRewardVault } from "../protocols/berachain-reward-vault/shake.ts";
import { queue as queueLido } from "../protocols/lido/shake.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";
import { read as readRocketPool } from "../protocols/rocket-pool/read.ts";
import { setDepositSettings, setSwitches } from "../protocols/rocket-pool/shake.ts";

const ETHER = 10n ** 18n;
const OWNER: Address = "0x00000000000000000000000000000000000a11ce";

let weir: RunningService;
let chain: ProtocolChain;
let berachain: ProtocolChain;
let trades: ReturnType<typeof createLimitedTrades>;

beforeAll(async () => {
  weir = await sharedService([1, 80_094, 8453]);
  const state = await prepareDevnet();
  const chainOf = (chainId: 1 | 80_094) => {
    const url = weir.devnet.chains.find((each) => each.chainId === chainId)?.url ?? "";
    const { tokens } = readManifest(manifestPath(state, chainId));
    return devnetProtocolChain({ chainId, url, tokens });
  };
  [chain, berachain] = [chainOf(1), chainOf(80_094)];
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 26n });
  trades = createLimitedTrades({ weir, owner: OWNER });
}, 300_000);

/** Turns switches of contracts, mined, and waits for the index. */
async function turn(change: () => unknown): Promise<void> {
  await change();
  await chain.builder.flush();
  await weir.caughtUp(1);
}

describe("Lido's limits", () => {
  const [stEth, wstEth] = [lower(STETH), lower(WSTETH)];
  const stake = { tokenIn: NATIVE, tokenOut: wstEth, amountIn: 100n * ETHER };
  const direct = { ...stake, onlyProtocols: "lido" };
  const onlyProtocols = "curve-eth,curve-factory";
  const lido = (functionName: "pauseStaking" | "resumeStaking" | "stop" | "resume") =>
    turn(() => queueLido(chain, encodeFunctionData({ abi: lidoAbi, functionName })));

  test("default: the staking limit caps the deposit; the exchange path takes what is more", async () => {
    const args = [30n * ETHER, ETHER / 1_000n] as const;
    const data = encodeFunctionData({ abi: lidoAbi, functionName: "setStakingLimit", args });
    await turn(() => queueLido(chain, data));
    const { body } = await trades.executes(stake);
    expect(body.route.some(({ action }) => action === "swap")).toBe(true);
    const most = await trades.limits("CAP_EXCEEDED", { ...direct, tokenOut: stEth });
    expect(most).toBeLessThanOrEqual(30n * ETHER);
  }, 120_000);

  test("behavior: PROTOCOL_PAUSED while staking is paused, unless exchanges lead there", async () => {
    await lido("pauseStaking");
    expect(await trades.refuses("PROTOCOL_PAUSED", direct)).toBe(0n);
    expect(await trades.refuses("PROTOCOL_PAUSED", { ...direct, tokenOut: stEth })).toBe(0n);
    const { body } = await trades.executes(stake);
    // What is bought of stETH may be wrapped.
    const isStaked = body.route.some(({ protocol, tokenIn }) => {
      return protocol === "lido" && tokenIn.includes(NATIVE);
    });
    expect(isStaked).toBe(false);
    // Nobody deposits: stETH is bought, or wstETH is and unwrapped.
    await trades.executes({ ...stake, tokenOut: stEth });
    await trades.executes({ ...stake, tokenOut: stEth, onlyProtocols });
    await lido("resumeStaking");
  }, 120_000);

  test("behavior: when all of Lido is stopped, stETH does not move, and wstETH is traded on", async () => {
    await lido("stop");
    expect(await trades.refuses("PROTOCOL_PAUSED", direct)).toBe(0n);
    expect(await trades.refuses("PROTOCOL_PAUSED", { ...stake, tokenOut: stEth })).toBe(0n);
    await trades.executes(stake);
    await lido("resume");
    const functionName = "removeStakingLimit";
    await turn(() => queueLido(chain, encodeFunctionData({ abi: lidoAbi, functionName })));
    await trades.executes(direct);
    await trades.executes({ ...stake, tokenOut: stEth });
    // Its pools are traded again, too.
    await trades.executes({ ...stake, tokenOut: stEth, onlyProtocols });
  }, 120_000);

  test("behavior: stETH is sold in its pools with ether, to the wei", async () => {
    const node = weir.node(1);
    const submit = { functionName: "submit", args: [OWNER] } as const;
    const data = encodeFunctionData({ abi: lidoAbi, ...submit });
    const value = 40n * ETHER;
    await mined(weir, await sendFrom(node, OWNER, { to: STETH, data, value, gas: 500_000n }));
    const amount = 39n * ETHER;
    await approveExactly(node, { owner: OWNER, token: stEth, spender: ROUTER_ADDRESS, amount });
    await weir.mine(1);
    const receiver: Address = "0x0000000000000000000000000000000000a11cf0";
    const query = { fromAddress: OWNER, receiver, tokenIn: stEth, tokenOut: NATIVE, onlyProtocols };
    const body = bodyOf(await ask(weir, "route", { ...query, amountIn: `${amount}` }));
    const gained = await gainOf(node, { token: NATIVE, owner: receiver }, async () =>
      mined(weir, await sendAnswer(node, body)),
    );
    expect(gained).toBe(BigInt(body.amountOut));
    expect(gained).toBeGreaterThan((amount * 99n) / 100n);
  }, 120_000);
});

describe("Rocket Pool's limits", () => {
  const rEth = lower(RETH);
  const stake = { tokenIn: NATIVE, tokenOut: rEth, amountIn: 100n * ETHER };
  const direct = { ...stake, onlyProtocols: "rocket-pool" };

  test("default: the pool's room caps the deposit; the exchange path takes what is more", async () => {
    await turn(async () => {
      await setSwitches(chain, true, false);
      const { poolBalance } = await rocketState();
      await setDepositSettings(chain, ETHER / 100n, poolBalance + 20n * ETHER, ETHER / 2_000n);
    });
    await trades.limits("CAP_EXCEEDED", direct);
    // Afterwards, as it would take the room as well.
    await trades.executes(stake);
  }, 120_000);

  test("behavior: PROTOCOL_PAUSED while deposits are off, unless exchanges lead there", async () => {
    await turn(() => setSwitches(chain, false, true));
    expect(await trades.refuses("PROTOCOL_PAUSED", direct)).toBe(0n);
    const { body } = await trades.executes(stake);
    expect(body.route.every(({ protocol }) => protocol !== "rocket-pool")).toBe(true);
    await turn(async () => {
      await setSwitches(chain, true, true);
      await setDepositSettings(chain, ETHER / 100n, 18_000n * ETHER, ETHER / 2_000n);
    });
    await trades.executes(direct);
  }, 120_000);
});

async function rocketState() {
  const [state] = await readRocketPool(chain.client, 1);
  if (state === undefined) throw new Error("Rocket Pool is not on the chain.");
  return state;
}

describe("a reward vault's pause", () => {
  test("default: PROTOCOL_PAUSED while the vault takes no stakes", async () => {
    const [vault] = await readRewardVaults(berachain.client, 80_094);
    if (vault === undefined) throw new Error("there is no reward vault");
    const deposit = () =>
      ask(weir, "route/nontokenized", {
        ...{ chainId: "80094", fromAddress: OWNER, receiver: OWNER, routingStrategy: "delegate" },
        ...{ tokenIn: NATIVE, amountIn: `${ETHER}`, positionOut: vault.address },
      });
    const turnVault = async (functionName: "pause" | "unpause") => {
      const data = encodeFunctionData({ abi: rewardVaultAbi, functionName });
      queueRewardVault(berachain, vault.address, data);
      await berachain.builder.flush();
      await weir.caughtUp(80_094);
    };
    const open = await deposit();
    expect(open.status, shown(open)).toBe(200);
    await turnVault("pause");
    const refused = await deposit();
    expect(refused, shown(refused)).toMatchObject({
      status: 422,
      body: { code: "PROTOCOL_PAUSED", data: { maxAmountIn: "0" } },
    });
    await turnVault("unpause");
    expect((await deposit()).status).toBe(200);
  }, 120_000);
});
