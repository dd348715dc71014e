import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
} from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { appendSignature } from "../../src/api/program/append-signature.ts";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { permit2Nonce } from "../../src/api/trade/permit2-nonce.ts";
import { NATIVE } from "../../src/lib/address.ts";
import * as permits from "../harness/permits.ts";
import { compact, FEE_RECEIVER, RECEIVER, signerOf, typedData } from "../harness/permits.ts";
import { createSafe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  deal,
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
async function fundForPermit2(owner: Address, token: Address, amount: bigint): Promise<void> {
  await deal(node, { owner, token, amount });
  await approveExactly(node, { owner, token, spender: PERMIT2, amount });
}

/** What `/api/v1/decode` reads. */
async function decoded(tx: TradeBody["tx"]): Promise<unknown> {
  const response = await weir.app.request("/api/v1/decode", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chainId: 1, ...tx }),
  });
  return response.json();
}

describe("deadline", () => {
  test("default: every transaction carries what is answered", async () => {
    const next = Number(weir.service(1).snapshot().next.timestamp);
    const trade = { tokenIn: NATIVE, tokenOut: tokenOf(weir, "USDC"), amountIn: `${10n ** 17n}` };
    for (const [deadline, validUntil] of [
      ["+90", next + 90],
      [`${next + 7}`, next + 7],
    ] as const) {
      const query = { fromAddress: RECEIVER, deadline };
      for (const routingStrategy of ["router", "delegate", "corewallet"]) {
        const { body } = await ask(weir, "route", { ...query, ...trade, routingStrategy });
        expect(body.validUntil).toBe(validUntil);
        expect(await decoded(body.tx)).toMatchObject({ deadline: `${validUntil}` });
      }
      const actions = [{ protocol: "core", action: "route", args: trade }];
      const { body } = await ask(weir, "bundle", query, actions);
      expect(body.validUntil).toBe(validUntil);
      expect(await decoded(body.tx)).toMatchObject({ deadline: `${validUntil}` });
    }
  });

  test("behavior: one hour, unless said otherwise; later the transaction reverts", async () => {
    const { from } = await freshSigner();
    const next = Number(weir.service(1).snapshot().next.timestamp);
    const trade = { tokenIn: NATIVE, tokenOut: tokenOf(weir, "USDC"), amountIn: `${10n ** 17n}` };
    const { body } = await ask(weir, "route", { ...trade, fromAddress: from });
    expect(body.validUntil).toBe(next + 3_600);
    const short = await ask(weir, "route", { ...trade, fromAddress: from, deadline: "+0" });
    const send = async ({ tx, gas }: TradeBody, time: number) => {
      const { to, data, value } = tx;
      const sent = { to, data, value: BigInt(value), gas: BigInt(gas) };
      const hash = await sendFrom(node, from, sent);
      await node.setNextBlockTimestamp({ timestamp: BigInt(time) });
      await weir.mine(1);
      return (await node.getTransactionReceipt({ hash })).status;
    };
    expect(await send(short.body, next)).toBe("success");
    expect(await send(short.body, next + 1)).toBe("reverted");
  });
});

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
    const before = await balanceOf(node, tokenOut, RECEIVER);
    const data = appendSignature(body.tx.data, signature);
    const hash = await safe.call({ to: body.tx.to, data }, BigInt(body.gas));
    await weir.mine(1);
    expect((await node.getTransactionReceipt({ hash })).status).toBe("success");
    expect((await balanceOf(node, tokenOut, RECEIVER)) - before).toBe(BigInt(body.amountOut));
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
    const positionOut =
      position.id === null ? position.address : `1:${position.address}:${position.id}`;
    const deposit = await ask(weir, "route/nontokenized", {
      ...{ ...query, positionOut, receiver: RECEIVER },
    });
    expect(deposit.status, JSON.stringify(deposit.body)).toBe(200);
    await fundForPermit2(from, tokenIn, amountIn);
    const data = appendSignature(
      deposit.body.tx.data,
      await account.signTypedData(typedData(deposit.body)),
    );
    const gas = BigInt(deposit.body.gas);
    const hash = await sendFrom(node, from, { to: deposit.body.tx.to, data, gas });
    await weir.mine(1);
    expect((await node.getTransactionReceipt({ hash })).status).toBe("success");
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
    for (const [data, appended] of [
      [body.tx.data, null],
      [appendSignature(body.tx.data, signature), signature],
    ] as const) {
      expect(await decoded({ ...body.tx, data })).toMatchObject({
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
