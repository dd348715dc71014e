import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { measureCall, sharesMeasure } from "../../src/api/simulation/balance-call.ts";
import { NATIVE } from "../../src/lib/address.ts";
import type { Position } from "../../src/protocols/position.ts";
import { act, askBundle, createWallet, fund, out, run, type Wallet } from "../harness/bundles.ts";
import type { DevnetClient } from "../harness/service.ts";
import { balanceOf, bodyOf, positionName, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000000a44e2";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e5";
const HEIR: Address = "0x00000000000000000000000000000000000be142";
const ETHER = 10n ** 18n;

let wallet: Wallet;
let node: DevnetClient;

beforeAll(async () => {
  wallet = await createWallet(OWNER);
  node = wallet.weir.node(1);
  await fund(wallet, NATIVE, 100n * ETHER);
}, 300_000);

const token = (symbol: string) => tokenOf(wallet.weir, symbol);
const positions = () =>
  [...wallet.weir.service(1).snapshot().positions.values()].map(({ position }) => position);

async function shares(position: Position, account: Address): Promise<bigint> {
  const { to, data, word } = measureCall(sharesMeasure(position, account), position.address);
  const { data: result = "0x" } = await node.call({ to, data });
  return BigInt(`0x${result.slice(2 + 64 * word, 2 + 64 * (word + 1))}`);
}

describe("receiver", () => {
  test("default: each gets what its action gives, the wallet and its receiver the rest", async () => {
    const { safe } = wallet;
    const [weth, usdc, dai] = [token("WETH"), token("USDC"), token("DAI")];
    const swap = { tokenIn: NATIVE, amountIn: `${ETHER}` };
    const actions = [
      act("core", "route", { ...swap, tokenOut: usdc, receiver: FRIEND }),
      act("core", "route", { ...swap, tokenOut: usdc, receiver: HEIR }),
      act("core", "route", { ...swap, tokenOut: usdc }),
      act("core", "route", { ...swap, tokenOut: weth }),
      act("core", "route", { tokenIn: weth, tokenOut: dai, amountIn: out(3), receiver: FRIEND }),
      act("weth", "redeem", {
        ...{ tokenIn: weth, tokenOut: NATIVE, amountIn: `${ETHER}`, receiver: FRIEND },
      }),
    ];
    await fund(wallet, weth, ETHER);
    await fund(wallet, usdc, 0n);
    const held = (account: Address) =>
      Promise.all([usdc, dai, NATIVE].map((each) => balanceOf(node, each, account)));
    const before = await Promise.all([FRIEND, HEIR].map(held));
    const body = bodyOf(await askBundle(wallet, actions));
    await run(wallet, body);
    const after = await Promise.all([FRIEND, HEIR].map(held));
    const [friend, heir] = after.map((amounts, i) =>
      amounts.map((amount, j) => amount - (before[i]?.[j] ?? 0n)),
    );
    const left = await balanceOf(node, usdc, safe.address);
    expect(left).toBeGreaterThan(0n);
    const total = (friend?.[0] ?? 0n) + (heir?.[0] ?? 0n) + left;
    expect(body.amountsOut).toMatchObject({
      [usdc]: `${total}`,
      [dai]: `${friend?.[1]}`,
      [NATIVE]: `${ETHER}`,
    });
    expect(friend?.[0]).toBeGreaterThan(heir?.[0] ?? 0n);
    expect(heir).toEqual([heir?.[0], 0n, 0n]);
    expect(friend?.[2]).toBe(ETHER);
    // A route by way of the PSM, which sells whole units of USDC, leaves less than one of DAI.
    expect(await balanceOf(node, dai, safe.address)).toBeLessThan(4n * 10n ** 12n);
    const echoed = body as unknown as { bundle: { args: { receiver?: string } }[] };
    expect(echoed.bundle.map(({ args }) => args.receiver)).toEqual([
      ...[FRIEND, HEIR, undefined, undefined, FRIEND, FRIEND],
    ]);
  }, 60_000);

  test("behavior: a position is credited to it where its contract can", async () => {
    const { safe } = wallet;
    const position = positions().find((each) => each.credits === "anyone" && !each.delegateOnly);
    if (position === undefined) throw new Error("no position credits anyone");
    const args = { tokenIn: NATIVE, tokenOut: positionName(position), amountIn: `${ETHER / 100n}` };
    const before = await shares(position, FRIEND);
    const own = await shares(position, safe.address);
    const actions = [act("core", "route", { ...args, receiver: FRIEND })];
    const body = bodyOf(await askBundle(wallet, actions));
    await run(wallet, body);
    const credited = (await shares(position, FRIEND)) - before;
    expect(credited).toBeGreaterThan(0n);
    expect(Object.values(body.amountsOut)).toEqual([`${credited}`]);
    expect(await shares(position, safe.address)).toBe(own);
  }, 60_000);

  test("error: ACTION_UNSUPPORTED of a position that credits who calls", async () => {
    const position = positions().find((each) => each.credits === "caller" && !each.delegateOnly);
    if (position === undefined) throw new Error("no position credits its caller");
    const args = { tokenIn: NATIVE, tokenOut: positionName(position), amountIn: `${ETHER / 100n}` };
    const { status, body } = await askBundle(wallet, [
      act("core", "route", { ...args, receiver: FRIEND }),
    ]);
    expect([status, body.code, body.data?.index]).toEqual([422, "ACTION_UNSUPPORTED", 0]);
    expect(body.details?.map(({ path }) => path)).toEqual(["0.args.receiver"]);
    expect(body.message).toContain("leave receiver out");
  }, 60_000);

  test("error: INVALID_ARGUMENT for what cannot hold tokens, and where nothing is paid out", async () => {
    const swap = { tokenIn: NATIVE, tokenOut: token("USDC"), amountIn: "1000" };
    const zero = `0x${"0".repeat(40)}`;
    const { status, body } = await askBundle(wallet, [
      act("core", "route", { ...swap, receiver: zero }),
      act("aave-v3", "repay", { token: token("USDC"), amount: "5", receiver: FRIEND }),
    ]);
    expect([status, body.code]).toEqual([400, "INVALID_ARGUMENT"]);
    const paths = body.details?.map(({ path }) => path);
    expect(paths).toContain("0.args.receiver");
    expect(paths).toContain("1.args.receiver");
  });
});
