import { readFileSync } from "node:fs";
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem";
import { z } from "zod";
import { mineBlock } from "../../devnet/builder.ts";
import { type ChainSpec, OPERATOR } from "../../devnet/chains.ts";
import { UNISWAP_V2_FACTORY } from "../../devnet/protocols/uniswap-v2.ts";
import { UNISWAP_V3_FACTORY } from "../../devnet/protocols/uniswap-v3.ts";
import { asHex, type Rpc } from "../../devnet/rpc.ts";
import { compileSolidity } from "../../devnet/solidity/compile.ts";

/** How many pools, those of Uniswap V3 with so many positions around each other. */
export interface ManyPoolsSize {
  readonly pairs: number;
  readonly v3Pools: number;
  readonly positions: number;
  readonly deepV3Pools: number;
  readonly deepPositions: number;
}

/** Makes pools by transactions, so that logs tell of all that the state has. */
export interface ManyPools {
  /** At least one pair for each V3 pool, as both are of the same tokens. */
  make(size: ManyPoolsSize): Promise<void>;
  /** Provides to so many of the pairs again, from the first on. */
  provide(pairs: number): Promise<void>;
}

const SOURCE = "ManyPools.sol";
const FEE = 3_000;
/** Below the most that a transaction may take, 16,777,216. */
const GAS = 16_000_000n;
/** Transactions in a block, and its gas: anvil takes a second for a block of many accounts. */
const AT_ONCE = 60;
const BLOCK_GAS = BigInt(AT_ONCE) * GAS;
/** In one transaction, at 3 M, 6 M and 0.3 M of gas. */
const [PAIRS, POOLS, POSITIONS, PROVISIONS] = [5, 1, 25, 50];
const ETHER = 10n ** 24n;

const abi = parseAbi([
  "function wrap()",
  "function makePairs(address factory, uint256 count)",
  "function makePools(address factory, uint24 fee, uint256 count, uint256 positions)",
  "function surround(uint256 from, uint256 count)",
  "function provide(uint256 from, uint256 count)",
]);
const receipt = z.object({ status: z.string(), contractAddress: z.string().nullish() });

/** Deploys what makes the pools, on a chain that mines on demand. */
export async function createManyPools(
  rpc: Rpc,
  { baseFeePerGas, wrappedNative }: ChainSpec,
): Promise<ManyPools> {
  const source = readFileSync(new URL(SOURCE, import.meta.url), "utf8");
  const compiled = await compileSolidity({
    ...{ compiler: "solc", sources: { [SOURCE]: source }, optimizerRuns: 200 },
  });
  const artifact = compiled.ManyPools;
  if (artifact === undefined) throw new Error(`${SOURCE} has no ManyPools`);
  await rpc.request("anvil_setBalance", [OPERATOR, numberToHex(ETHER)]);
  await rpc.request("anvil_impersonateAccount", [OPERATOR]);
  await rpc.request("evm_setBlockGasLimit", [numberToHex(BLOCK_GAS)]);

  async function send(all: readonly { readonly to?: Address; readonly data: Hex }[]) {
    const hashes: unknown[] = [];
    const fees = { maxFeePerGas: numberToHex(10n ** 11n), maxPriorityFeePerGas: "0x0" };
    for (const one of all) {
      const transaction = { from: OPERATOR, gas: numberToHex(GAS), ...fees, ...one };
      hashes.push(await rpc.request("eth_sendTransaction", [transaction]));
    }
    await mineBlock(rpc, baseFeePerGas);
    const receipts = hashes.map((hash) => rpc.request("eth_getTransactionReceipt", [hash]));
    return (await Promise.all(receipts)).map((told) => {
      const { status, contractAddress } = receipt.parse(told);
      if (status !== "0x1") throw new Error("a transaction that makes pools failed");
      return contractAddress;
    });
  }

  const data = encodeDeployData({ ...artifact, args: [wrappedNative.address] });
  const [deployed] = await send([{ data }]);
  const to = asHex(deployed);
  await rpc.request("anvil_setBalance", [to, numberToHex(ETHER)]);
  await send([{ to, data: encodeFunctionData({ abi, functionName: "wrap" }) }]);

  async function sendAll(calls: readonly Hex[]): Promise<void> {
    for (let from = 0; from < calls.length; from += AT_ONCE) {
      await send(calls.slice(from, from + AT_ONCE).map((one) => ({ to, data: one })));
    }
  }

  const pools = (count: number, positions: number): Hex[] =>
    parts(count, POOLS).flatMap(([, size]) => [
      encodeFunctionData({
        ...{ abi, functionName: "makePools" },
        args: [UNISWAP_V3_FACTORY, FEE, BigInt(size), BigInt(Math.min(positions, POSITIONS))],
      }),
      ...parts(positions, POSITIONS)
        .slice(1)
        .map(([from, more]) =>
          encodeFunctionData({
            ...{ abi, functionName: "surround" },
            args: [BigInt(from), BigInt(more)],
          }),
        ),
    ]);

  return {
    async make({ pairs, v3Pools, positions, deepV3Pools, deepPositions }) {
      await sendAll([
        ...parts(pairs, PAIRS).map(([, size]) =>
          encodeFunctionData({
            ...{ abi, functionName: "makePairs" },
            args: [UNISWAP_V2_FACTORY, BigInt(size)],
          }),
        ),
        ...pools(deepV3Pools, deepPositions),
        ...pools(v3Pools - deepV3Pools, positions),
      ]);
    },
    provide: (pairs) =>
      sendAll(
        parts(pairs, PROVISIONS).map(([from, size]) =>
          encodeFunctionData({
            ...{ abi, functionName: "provide" },
            args: [BigInt(from), BigInt(size)],
          }),
        ),
      ),
  };
}

/** A number cut into parts of a size, each with where it begins. */
function parts(count: number, size: number): readonly (readonly [from: number, size: number])[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, part) => [
    part * size,
    Math.min(size, count - part * size),
  ]);
}
