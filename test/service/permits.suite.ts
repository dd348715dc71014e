import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
} from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { permit2Nonce } from "../../src/api/trade/permit2-nonce.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import * as permits from "../harness/permits.ts";
import {
  compact,
  decoded,
  FEE_RECEIVER,
  RECEIVER,
  signerOf,
  typedData,
  withSignature,
} from "../harness/permits.ts";
import { createSafe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  ask,
  balanceOf,
  bodyOf,
  dealApproved,
  positionName,
  sendFrom,
  type TradeBody,
  tokenOf,
} from "../harness/trading.ts";

const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";
/** @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/interfaces/ISignatureTransfer.sol */
const INVALIDATE = parseAbi(["function invalidateUnorderedNonces(uint256 word, uint256 mask)"]);

let weir: RunningService;
let node: DevnetClient;
let signers = 0;
/** Gas used as a share of the limit that was told, at most. */
let worstGas = 0;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
}, 300_000);

const freshSigner = () => signerOf(node, `permit signer ${++signers}`);

const permitted = (query: Readonly<Record<string, string>>) => permits.permitted(weir, query);

async function execute(body: TradeBody, tokenOut: Address, signature: Hex): Promise<void> {
  worstGas = Math.max(worstGas, await permits.execute(weir, { body, tokenOut, signature }));
}

/** Deals an amount to an owner and lets Permit2 take it, as wallets do once for each token. */
function fundForPermit2(owner: Address, token: Address, amount: bigint): Promise<void> {
  return dealApproved(node, { owner, token, spender: PERMIT2, amount });
}

describe("permit2", () => {
  test("default: one signature instead of an allowance, of 65 and of 64 bytes", async () => {
    const { account, from } = await freshSigner();
    const [tokenIn, tokenOut] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    const amountIn = 5_000n * 10n ** 6n;
    for (const shorten of [(signature: Hex) => signature, compact]) {
      const query = { fromAddress: from, tokenIn, tokenOut, amountIn: `${amountIn}` };
      const body = await permitted({ ...query, permit: "permit2" });
      // The same request at the same block has the same bytes, another one another nonce.
      const { explain, ...same } = await permitted({
        ...query,
        permit: "permit2",
        explain: "true",
      });
      expect(same).toEqual(body);
      expect(explain).toMatchObject({
        supplied: { allowance: { token: tokenIn, spender: PERMIT2, amount: `${amountIn}` } },
      });
      const permit = typedData(body);
      expect(permit).toEqual({
        domain: { name: "Permit2", chainId: 1, verifyingContract: PERMIT2 },
        types: {
          EIP712Domain: [
            { name: "name", type: "string" },
            { name: "chainId", type: "uint256" },
            { name: "verifyingContract", type: "address" },
          ],
          TokenPermissions: expect.any(Array),
          PermitTransferFrom: expect.any(Array),
        },
        primaryType: "PermitTransferFrom",
        message: {
          permitted: { token: tokenIn, amount: `${amountIn}` },
          spender: ROUTER_ADDRESS,
          nonce: expect.stringMatching(/^\d+$/),
          deadline: `${body.validUntil}`,
        },
      });
      const other = await permitted({ ...query, permit: "permit2", amountIn: "77000000" });
      expect(typedData(other).message).not.toMatchObject({ nonce: permit.message.nonce });
      await fundForPermit2(from, tokenIn, amountIn);
      await execute(body, tokenOut, shorten(await account.signTypedData(permit)));
      expect(await balanceOf(node, tokenIn, from)).toBe(0n);
    }
  }, 60_000);

  test("behavior: several tokens by one signature, each with its fee", async () => {
    const { account, from } = await freshSigner();
    const tokens = ["USDC", "LINK", "USDT"].map((symbol) => tokenOf(weir, symbol));
    const tokenOut = tokenOf(weir, "WBTC");
    const amounts = [3n * 10n ** 9n, 10n ** 20n, 2n * 10n ** 9n];
    const lists = { tokenIn: tokens.join(), amountIn: amounts.join() };
    const fees = { fee: "50", feeReceiver: FEE_RECEIVER };
    const query = { fromAddress: from, tokenOut, permit: "permit2" };
    for (const charged of [{}, fees]) {
      const body = await permitted({ ...query, ...lists, ...charged });
      const permit = typedData(body);
      expect(permit.primaryType).toBe("PermitBatchTransferFrom");
      for (const [i, token] of tokens.entries()) {
        await fundForPermit2(from, token, amounts[i] ?? 0n);
      }
      const before = await Promise.all(tokens.map((token) => balanceOf(node, token, FEE_RECEIVER)));
      await execute(body, tokenOut, compact(await account.signTypedData(permit)));
      for (const [i, token] of tokens.entries()) {
        const paid = (await balanceOf(node, token, FEE_RECEIVER)) - (before[i] ?? 0n);
        expect(paid).toBe(BigInt(body.feeAmount?.[i] ?? 0n));
        expect(await balanceOf(node, token, from)).toBe(0n);
      }
      if (charged === fees) expect(body.feeAmount).toEqual(amounts.map((a) => `${a / 200n}`));
    }
  }, 60_000);

  test("behavior: a nonce that was used is not given again", async () => {
    const { from: owner } = await freshSigner();
    const [service, snapshot] = [weir.service(1), weir.service(1).snapshot()];
    const request = { fromAddress: owner, amountIn: 77n };
    const nonce = await permit2Nonce(service, snapshot, { owner, request });
    const [word, bit] = [nonce >> 8n, nonce & 255n];
    /** The nonce of the same block hash, after these bits of the word were used. */
    const nonceAfter = async (mask: bigint): Promise<bigint> => {
      const args = [word, mask] as const;
      const data = encodeFunctionData({ abi: INVALIDATE, args });
      await sendFrom(node, owner, { to: PERMIT2, data, gas: 100_000n });
      await weir.mine(1);
      const { number } = weir.service(1).snapshot().block;
      const block = { ...snapshot.block, number };
      return permit2Nonce(service, { ...snapshot, block }, { owner, request });
    };
    expect(await permit2Nonce(service, snapshot, { owner, request })).toBe(nonce);
    expect(await nonceAfter(1n << bit)).toBe((word << 8n) + ((bit + 1n) % 256n));
    expect((await nonceAfter(2n ** 256n - 1n)) >> 8n).not.toBe(word);
  }, 60_000);

  test("behavior: a node signs the typed data as it is (eth_signTypedData_v4)", async () => {
    const from: Address = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
    const [tokenIn, tokenOut] = [tokenOf(weir, "LINK"), NATIVE];
    const amountIn = 10n ** 20n;
    const query = { fromAddress: from, tokenIn, tokenOut, amountIn: `${amountIn}` };
    const body = await permitted({
      ...query,
      permit: "permit2",
      fee: "10",
      feeReceiver: FEE_RECEIVER,
    });
    await fundForPermit2(from, tokenIn, amountIn);
    const signature: Hex = await node.request({
      method: "eth_signTypedData_v4" as never,
      params: [from, JSON.stringify(typedData(body))] as never,
    });
    await execute(body, tokenOut, signature);
  }, 60_000);

  test("behavior: a real Safe signs by its owner (ERC-1271)", async () => {
    const { account, from: owner } = await freshSigner();
    const safe = await createSafe(weir, owner);
    const [tokenIn, tokenOut] = [tokenOf(weir, "DAI"), tokenOf(weir, "USDC")];
    const amountIn = 10n ** 21n;
    await node.setBalance({ address: safe.address, value: 10n ** 22n });
    const query = { fromAddress: safe.address, tokenIn, tokenOut, amountIn: `${amountIn}` };
    const body = await permitted({ ...query, permit: "permit2", deadline: "+300" });
    await fundForPermit2(safe.address, tokenIn, amountIn);
    const signature = await account.signTypedData({
      domain: { chainId: 1, verifyingContract: safe.address },
      types: { SafeMessage: [{ name: "message", type: "bytes" }] },
      primaryType: "SafeMessage",
      message: {
        message: encodeAbiParameters([{ type: "bytes32" }], [hashTypedData(typedData(body))]),
      },
    });
    const { tx, gas, amountOut } = withSignature({ body, signature });
    const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () =>
      mined(weir, await safe.call(tx, BigInt(gas))),
    );
    expect(gained).toBe(BigInt(amountOut));
  }, 60_000);

  test("behavior: what is bought may be a vault's share, and a position", async () => {
    const { account, from } = await freshSigner();
    const tokenIn = tokenOf(weir, "USDT");
    const amountIn = 10n ** 9n;
    const snapshot = weir.service(1).snapshot();
    const query = { fromAddress: from, tokenIn, amountIn: `${amountIn}`, permit: "permit2" };
    const [share] = [...snapshot.defiTokens].flatMap(([address, { protocol }]) =>
      protocol.family === "erc4626" && snapshot.tokens.has(address) ? [address] : [],
    );
    if (share === undefined) throw new Error("the devnet has no vault");
    const body = await permitted({ ...query, tokenOut: share });
    await fundForPermit2(from, tokenIn, amountIn);
    await execute(body, share, await account.signTypedData(typedData(body)));
    const position = [...snapshot.positions.values()].find(
      ({ position }) => position.credits === "anyone" && !position.delegateOnly,
    )?.position;
    if (position === undefined) throw new Error("the devnet has no position for others");
    const positionOut = positionName(position);
    const deposit = bodyOf(
      await ask(weir, "route/nontokenized", { ...query, positionOut, receiver: RECEIVER }),
    );
    await fundForPermit2(from, tokenIn, amountIn);
    const signature = await account.signTypedData(typedData(deposit));
    await mined(weir, await sendAnswer(node, withSignature({ body: deposit, signature })));
    expect(await balanceOf(node, tokenIn, from)).toBe(0n);
  }, 60_000);

  test("behavior: the approval that it needs is Permit2's", async () => {
    const query = { chainId: "1", fromAddress: RECEIVER, tokenAddress: tokenOf(weir, "USDC") };
    const search = new URLSearchParams({ ...query, amount: "5", permit: "permit2" });
    const response = await weir.app.request(`/api/v1/wallet/approve?${search}`);
    expect(await response.json()).toMatchObject({ spender: PERMIT2, amount: "5" });
    search.set("permit", "eip2612");
    expect((await weir.app.request(`/api/v1/wallet/approve?${search}`)).status).toBe(422);
  });

  test("behavior: a transaction with its signature is read, and without", async () => {
    const { account, from } = await freshSigner();
    const body = await permitted({
      ...{ fromAddress: from, tokenIn: tokenOf(weir, "USDC"), tokenOut: tokenOf(weir, "DAI") },
      ...{ amountIn: "1000000000", permit: "permit2" },
    });
    const signature = await account.signTypedData(typedData(body));
    const permit = { kind: "permit2", nonce: typedData(body).message.nonce };
    for (const [{ tx }, appended] of [
      [body, null],
      [withSignature({ body, signature }), signature],
    ] as const) {
      expect(await decoded(weir, tx)).toMatchObject({
        function: "routeWithPermit2",
        deadline: `${body.validUntil}`,
        permit: { ...permit, signature: appended },
      });
    }
  });
});

describe("gas", () => {
  test("default: what was told covers signatures with room to spare", () => {
    expect(worstGas).toBeGreaterThan(0.3);
    expect(worstGas).toBeLessThan(0.9);
  });
});
