import type { Address } from "viem";
import { describe, test } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { type Action, act, createWallet, executeBundle, fund, out } from "../harness/bundles.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e4";
const RANDOM_BUNDLES = sized({ always: 8, nightly: 40 });
const SEED = campaignSeed(31);

/** Tokens, and one whole of each in its smallest unit. */
type Wholes = ReadonlyMap<Address, bigint>;

/** One to six routes and transfers, of literals below one whole and of earlier outputs. */
function randomActions(random: () => number, wholes: Wholes): readonly Action[] {
  const tokens = [...wholes.keys()];
  const pick = (): Address => tokens[Math.floor(random() * tokens.length)] ?? NATIVE;
  const actions: Action[] = [];
  const outputs: { readonly token: Address; readonly index: number }[] = [];
  const length = 1 + Math.floor(random() * 6);
  while (actions.length < length) {
    const earlier = outputs[Math.floor(random() * outputs.length * 2)];
    const tokenIn = earlier?.token ?? pick();
    const literal = ((wholes.get(tokenIn) ?? 0n) * BigInt(1 + Math.floor(random() * 90))) / 100n;
    const amount = earlier === undefined ? `${literal}` : out(earlier.index);
    if (earlier !== undefined) outputs.splice(outputs.indexOf(earlier), 1);
    if (earlier !== undefined && random() < 0.3) {
      actions.push(act("erc20", "transfer", { token: tokenIn, recipient: FRIEND, amount }));
      continue;
    }
    const tokenOut = pick();
    if (tokenOut === tokenIn) {
      if (earlier !== undefined) outputs.push(earlier);
      continue;
    }
    outputs.push({ token: tokenOut, index: actions.length });
    const slippage = `${random() < 0.5 ? 0 : 30}`;
    actions.push(act("core", "route", { tokenIn, tokenOut, amountIn: amount, slippage }));
  }
  return actions;
}

describe("random bundles", () => {
  test(`behavior: ${RANDOM_BUNDLES} random bundles gain exactly what is answered, seed ${SEED}`, async () => {
    const wallet = await createWallet(OWNER);
    const random = createRandom(SEED);
    const { tokens } = wallet.weir.service(1).snapshot();
    const named = ["WETH", "USDC", "DAI", "WBTC"].map((symbol) => tokenOf(wallet.weir, symbol));
    const wholes: Wholes = new Map(
      [NATIVE, ...named].map((token) => [token, 10n ** BigInt(tokens.get(token)?.decimals ?? 18)]),
    );
    for (let done = 0; done < RANDOM_BUNDLES; done++) {
      for (const [token, whole] of wholes) await fund(wallet, token, 1_000n * whole);
      const actions = randomActions(random, wholes);
      await executeBundle(wallet, actions, random() < 0.5 ? { receiver: RECEIVER } : {});
    }
  }, 240_000);
});
