import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbiParameters,
} from "viem";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { MAX_UINT256 } from "../../../src/lib/math.ts";
import { type BalancerV2Pool, isComposable } from "../../../src/protocols/balancer-v2/state.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";

const LEAST_SHARES = 10n ** 14n;

/** Up to a tenth of what the pool has of a token or share. */
export function amountOf(state: BalancerV2Pool, token: Address, random: Random): bigint {
  const index = state.tokens.indexOf(token);
  const most = (index < 0 ? state.supply : (state.balances[index] ?? 0n)) / 10n + 1n;
  const amount = randomAmount(random, 1, most.toString().length);
  return amount > most ? most : amount;
}

/** Every way into and out of a pool, as the pools number them. */
export function joinOrExitData(state: BalancerV2Pool, operator: Address, random: Random): Hex {
  const joins = random() < 0.5;
  const index = Math.floor(random() * state.tokens.length);
  const token = state.tokens[index] ?? state.address;
  // Fewer may pay nothing, and then no event tells of which token.
  const shares = LEAST_SHARES + amountOf(state, state.address, random);
  const one = state.tokens.map((_, i) => (i === index ? amountOf(state, token, random) : 0n));
  const all = state.tokens.map((each) => amountOf(state, each, random));
  const way = Math.floor(random() * 4);
  const amounts = random() < 0.5 ? one : all;
  const encoded = joins
    ? joinData(way, { amounts, shares, index })
    : exitData(isComposable(state), way, { amounts, shares, index });
  const assets = [...state.tokens, ...(isComposable(state) ? [state.address] : [])].sort((a, b) =>
    BigInt(a) < BigInt(b) ? -1 : 1,
  );
  const request = { assets, userData: encoded };
  const most = assets.map(() => MAX_UINT256);
  return joins
    ? encodeFunctionData({
        abi: BalancerV2Vault,
        functionName: "joinPool",
        args: [
          state.id,
          operator,
          operator,
          { ...request, maxAmountsIn: most, fromInternalBalance: false },
        ],
      })
    : encodeFunctionData({
        abi: BalancerV2Vault,
        functionName: "exitPool",
        args: [
          state.id,
          operator,
          operator,
          { ...request, minAmountsOut: assets.map(() => 0n), toInternalBalance: false },
        ],
      });
}

interface Amounts {
  readonly amounts: readonly bigint[];
  readonly shares: bigint;
  readonly index: number;
}

const exactTokens = parseAbiParameters("uint256, uint256[], uint256");
const oneToken = parseAbiParameters("uint256, uint256, uint256");
const proportional = parseAbiParameters("uint256, uint256");

function joinData(way: number, { amounts, shares, index }: Amounts): Hex {
  if (way < 2) return encodeAbiParameters(exactTokens, [1n, amounts, 0n]);
  if (way === 2) return encodeAbiParameters(oneToken, [2n, shares, BigInt(index)]);
  return encodeAbiParameters(proportional, [3n, shares]);
}

/**
 * Pools number exits one token, all tokens, exact tokens; composable ones one token, exact tokens,
 * all tokens.
 */
function exitData(composable: boolean, way: number, { amounts, shares, index }: Amounts): Hex {
  if (way < 2) return encodeAbiParameters(oneToken, [0n, shares, BigInt(index)]);
  if (way === 2) return encodeAbiParameters(proportional, [composable ? 2n : 1n, shares]);
  return encodeAbiParameters(exactTokens, [composable ? 1n : 2n, amounts, MAX_UINT256]);
}
