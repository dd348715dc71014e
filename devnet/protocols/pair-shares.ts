import { type Address, encodeFunctionData, type Hex, hexToBigInt, parseAbi, slice } from "viem";
import type { Builder } from "../builder.ts";
import type { DevnetPool } from "../manifest.ts";
import { asHex } from "../rpc.ts";

const pairAbi = parseAbi([
  "function mint(address to) returns (uint256)",
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function transfer(address to, uint256 value)",
]);

const GAS = 300_000n;

/** An amount of a token, smallest unit. */
export interface TokenAmount {
  readonly token: Address;
  readonly amount: bigint;
}

/**
 * Queues what gives `to` shares of a constant-product pair for two amounts, which the operator
 * mints or wraps.
 */
export function provideToPair(
  builder: Builder,
  { pair, amounts, to }: { pair: Address; amounts: readonly TokenAmount[]; to: Address },
): void {
  const wrapped = builder.spec.wrappedNative.address;
  const queue = (target: Address, data: Hex, value = 0n) =>
    builder.queue({ to: target, data, value, gas: GAS, label: `shares of ${pair}` });
  for (const { token, amount } of amounts) {
    const args = [pair, amount] as const;
    if (token.toLowerCase() === wrapped.toLowerCase()) {
      queue(wrapped, encodeFunctionData({ abi: tokenAbi, functionName: "deposit" }), amount);
      queue(wrapped, encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args }));
    } else {
      queue(token, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
    }
  }
  queue(pair, encodeFunctionData({ abi: pairAbi, functionName: "mint", args: [to] }));
}

/**
 * Gives the operator shares of a pair of the market.
 *
 * @param per The operator adds one part in so many of the pair's reserves.
 * @returns The shares that the operator has then.
 */
export async function buyPairShares(
  builder: Builder,
  { address: pair, token0, token1 }: Pick<DevnetPool, "address" | "token0" | "token1">,
  per: bigint,
): Promise<bigint> {
  const reserves = await view(
    builder,
    pair,
    encodeFunctionData({ abi: pairAbi, functionName: "getReserves" }),
  );
  const amounts = [token0, token1].map((token, i) => ({
    token,
    amount: hexToBigInt(slice(reserves, i * 32, (i + 1) * 32)) / per,
  }));
  provideToPair(builder, { pair, amounts, to: builder.operator });
  await builder.flush();
  const args = [builder.operator] as const;
  const data = encodeFunctionData({ abi: pairAbi, functionName: "balanceOf", args });
  return hexToBigInt(await view(builder, pair, data));
}

async function view({ rpc }: Builder, to: Address, data: Hex): Promise<Hex> {
  return asHex(await rpc.request("eth_call", [{ to, data }, "latest"]));
}
