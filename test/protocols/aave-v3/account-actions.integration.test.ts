import { type Address, encodeFunctionData, parseAbi, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aaveV3 as aaveDevnet } from "../../../devnet/protocols/aave-v3.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { accountActions, deposit } from "../../../src/protocols/aave-v3/actions.ts";
import { type AaveV3Reserve, edges, quote } from "../../../src/protocols/aave-v3/pool.ts";
import type { CallArgument, CallOperation } from "../../../src/protocols/operation.ts";
import type { AccountVerb } from "../../../src/protocols/position.ts";
import { type ProtocolChain, passTime, startProtocolChain } from "../protocol-chain.ts";
import { configurator, mine, type Sent, tokenAbi } from "./market.ts";
import { read } from "./read.ts";

const WALLET: Address = "0x000000000000000000000000000000000000a11e";
const claimedAbi = parseAbi([
  "event RewardsClaimed(address indexed user, address indexed reward, address indexed to, address claimer, uint256 amount)",
]);

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [aaveDevnet] });
}, 120_000);

afterAll(() => chain?.stop());

const token = (symbol: string) => tokenBySymbol(chain.tokens, symbol).address;

async function reserveOf(symbol: string): Promise<AaveV3Reserve> {
  const found = (await read(chain.client, 1)).find(
    ({ underlying }) => underlying === token(symbol),
  );
  if (found === undefined) throw new Error(`The market has no ${symbol}.`);
  return found;
}

/**
 * The wallet's transactions for an operation: an exact approval where one is needed, and the call.
 */
function transactions(operation: CallOperation, input: { token: Address; amount: bigint }) {
  const resolve = (argument: CallArgument): unknown => {
    switch (argument.kind) {
      case "literal":
        return argument.value;
      case "amountIn":
        return input.amount;
      case "caller":
      case "recipient":
        return WALLET;
      default:
        throw new Error(`${argument.kind} is no argument of a lending market.`);
    }
  };
  if (operation.function === null) throw new Error("A lending market is called by functions.");
  const data = encodeFunctionData({
    abi: [operation.function],
    functionName: operation.function.name,
    args: operation.args.map(resolve),
  });
  const approval = encodeFunctionData({
    ...{ abi: tokenAbi, functionName: "approve", args: [operation.target, input.amount] },
  });
  const call: Sent = { from: WALLET, to: operation.target, data };
  return operation.approve ? [{ from: WALLET, to: input.token, data: approval }, call] : [call];
}

function actionOf(state: AaveV3Reserve, verb: AccountVerb) {
  const action = accountActions(state).find((candidate) => candidate.verb === verb);
  if (action === undefined) throw new Error(`The reserve offers no ${verb}.`);
  return action;
}

function balance(address: Address): Promise<bigint> {
  return chain.client.readContract({
    ...{ abi: tokenAbi, address, functionName: "balanceOf", args: [WALLET] },
  });
}

describe("accountActions", () => {
  test("default: one wallet deposits, borrows, repays, withdraws and harvests", async () => {
    const [usdc, weth] = [token("USDC"), token("WETH")];
    const supplied = 100_000n * 10n ** 6n;
    const collateral = await reserveOf("USDC");
    const [edge] = edges(collateral);
    if (edge === undefined) throw new Error("The reserve has no edges.");
    const mint = encodeFunctionData({
      ...{ abi: tokenAbi, functionName: "mint", args: [WALLET, supplied] },
    });
    const operation = deposit(collateral, edge);
    if (operation.kind !== "call") throw new Error("A deposit is one call.");
    await mine(chain, [
      { from: WALLET, to: usdc, data: mint },
      ...transactions(operation, { token: usdc, amount: supplied }),
    ]);
    const { timestamp } = await chain.client.getBlock();
    const quoted = quote(collateral, edge, supplied, { timestamp });
    expect(await balance(collateral.aToken)).toBe(quoted.ok ? quoted.amountOut : 0n);

    const borrowed = 10n ** 19n;
    const borrow = actionOf(await reserveOf("WETH"), "borrow");
    expect(borrow.tokenIn).toBeNull();
    await mine(chain, transactions(borrow.operation, { token: weth, amount: borrowed }));
    expect(await balance(weth)).toBe(borrowed);

    await passTime(chain, 86_400);
    const debtToken = (await reserveOf("WETH")).variableDebtToken;
    const repaid = 4n * 10n ** 18n;
    const repay = actionOf(await reserveOf("WETH"), "repay");
    await mine(chain, transactions(repay.operation, { token: weth, amount: repaid }));
    expect(await balance(weth)).toBe(borrowed - repaid);
    const debt = await balance(debtToken);
    expect(debt).toBeGreaterThan(borrowed - repaid);
    expect(debt).toBeLessThan(borrowed - repaid + 10n ** 16n);

    const withdrawn = 12_345_678_901n;
    const withdraw = actionOf(await reserveOf("USDC"), "withdraw");
    await mine(chain, transactions(withdraw.operation, { token: usdc, amount: withdrawn }));
    expect(await balance(usdc)).toBe(withdrawn);

    const rewarded = await reserveOf("USDC");
    const harvest = actionOf(rewarded, "harvest");
    expect(harvest.tokensOut).toEqual([token("AAVE"), token("LDO")].sort());
    const receipts = await mine(
      chain,
      transactions(harvest.operation, { token: usdc, amount: 0n }),
    );
    const claims = parseEventLogs({ abi: claimedAbi, logs: receipts.flatMap(({ logs }) => logs) });
    expect(claims).toHaveLength(2);
    for (const { args } of claims) {
      expect(args.amount).toBeGreaterThan(0n);
      expect(await balance(args.reward)).toBe(args.amount);
    }
  });

  test("behavior: more than the debt is not taken", async () => {
    const weth = token("WETH");
    const state = await reserveOf("WETH");
    const repay = actionOf(state, "repay");
    const amount = 10n ** 20n;
    const wrap = encodeFunctionData({ abi: tokenAbi, functionName: "deposit" });
    await mine(chain, [
      { from: WALLET, to: weth, data: wrap, value: amount },
      ...transactions(repay.operation, { token: weth, amount }),
    ]);
    expect(await balance(state.variableDebtToken)).toBe(0n);
    // Six were left of the loan: all but some interest comes back.
    expect(await balance(weth)).toBeLessThan(amount);
    expect(await balance(weth)).toBeGreaterThan(amount - 10n ** 16n);
  });

  test("behavior: borrow is offered while the market lends, harvest while it rewards", async () => {
    const verbs = (state: AaveV3Reserve) => accountActions(state).map(({ verb }) => verb);
    const usdc = await reserveOf("USDC");
    expect(verbs(usdc)).toEqual(["withdraw", "repay", "borrow", "harvest"]);
    expect(verbs(await reserveOf("DAI"))).toEqual(["withdraw", "repay", "borrow"]);
    await mine(chain, [configurator.setReserveBorrowing(usdc.underlying, false)]);
    expect(verbs(await reserveOf("USDC"))).toEqual(["withdraw", "repay", "harvest"]);
  });
});
