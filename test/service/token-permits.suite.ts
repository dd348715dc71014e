import type { Address, Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import {
  compact,
  execute,
  FEE_RECEIVER,
  permitted,
  RECEIVER,
  signerOf,
  typedData,
} from "../harness/permits.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, bodyOf, tokenOf } from "../harness/trading.ts";

let weir: RunningService;
let node: DevnetClient;
let signers = 0;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
}, 300_000);

const freshSigner = () => signerOf(node, `signer of a token permit ${++signers}`);

describe("eip2612", () => {
  /** Buys a token with coin by a route. */
  async function buy(owner: Address, token: Address): Promise<bigint> {
    const query = {
      fromAddress: owner,
      tokenIn: NATIVE,
      tokenOut: token,
      amountIn: `${10n ** 18n}`,
    };
    const body = bodyOf(await ask(weir, "route", query));
    return gainOf(node, { token, owner }, async () => mined(weir, await sendAnswer(node, body)));
  }

  /** USDC, or what a family issues for it, whose real bytecode has permits. */
  function tokenWithPermits(family: string): Address {
    const { defiTokens, tokens } = weir.service(1).snapshot();
    const usdc = tokenOf(weir, "USDC");
    if (family === "USDC") return usdc;
    for (const [address, { protocol, token }] of defiTokens) {
      const { underlyingTokens } = token;
      if (protocol.family !== family || !tokens.has(address)) continue;
      if (underlyingTokens.includes(usdc)) return address;
    }
    throw new Error(`the devnet has no ${family} of USDC`);
  }

  test.each([
    "USDC",
    "uniswap-v2",
    "aave-v3",
  ])("default: one signature for a token of %s, of 65 and of 64 bytes, with a fee too", async (family) => {
    const { account, from } = await freshSigner();
    const [tokenIn, tokenOut] = [tokenWithPermits(family), tokenOf(weir, "WETH")];
    for (const [n, shorten] of [(signature: Hex) => signature, compact].entries()) {
      const bought = await buy(from, tokenIn);
      const amountIn = bought - 10n;
      const body = await permitted(weir, {
        ...{ fromAddress: from, tokenIn, tokenOut, amountIn: `${amountIn}`, permit: "eip2612" },
        ...(n === 1 && { fee: "100", feeReceiver: FEE_RECEIVER }),
      });
      const permit = typedData(body);
      expect(permit).toMatchObject({
        domain: { verifyingContract: tokenIn, chainId: 1 },
        primaryType: "Permit",
        message: {
          ...{ owner: from, spender: ROUTER_ADDRESS, value: `${amountIn}`, nonce: `${n}` },
          deadline: `${body.validUntil}`,
        },
      });
      const signature = shorten(await account.signTypedData(permit));
      const used = await execute(weir, { body, tokenOut, signature });
      expect(used).toBeLessThan(0.9);
    }
  }, 60_000);

  test("error: a token without it is refused, whatever its fallback answers", async () => {
    for (const [symbol, amountIn] of [
      ["WETH", 10n ** 18n],
      ["DAI", 10n ** 20n],
      ["USDT", 10n ** 8n],
    ] as const) {
      const tokenIn = tokenOf(weir, symbol);
      const query = { fromAddress: RECEIVER, tokenIn, tokenOut: tokenOf(weir, "USDC") };
      const { status, body } = await ask(weir, "route", {
        ...{ ...query, amountIn: `${amountIn}`, permit: "eip2612" },
      });
      expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([
        ...[422, "STRATEGY_UNSUPPORTED", ["permit"]],
      ]);
      expect(body.message).toContain("permit=permit2");
    }
  });
});
