import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  zeroAddress,
} from "viem";
import { MORPHO, marketParams, morphoAbi } from "../../../devnet/protocols/morpho-blue.ts";
import {
  capIds,
  liquidityData,
  MARKET,
  MOST_RATE,
  VAULTS_V2,
  vaultV2Abi,
  WAD,
} from "../../../devnet/protocols/morpho-vaults-v2.ts";
import { lower } from "../../../src/lib/address.ts";
import { min } from "../../../src/lib/math.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { randomAmount } from "../chain.ts";
import { type ProtocolChain, passTime } from "../protocol-chain.ts";
import { fund, ownerAbi, send, shakeVault } from "./shake.ts";

const abi = vaultV2Abi;
const capAbi = parseAbi(["function allocation(bytes32 id) view returns (uint256)"]);

/** The plan of a vault, by its asset. */
function planOf(chain: ProtocolChain, { asset }: Erc4626Vault) {
  const symbol = chain.tokens.find(({ address }) => lower(address) === asset)?.symbol;
  const plan = VAULTS_V2.find((one) => one.asset === symbol);
  if (plan === undefined) throw new Error(`No plan has the asset ${asset}.`);
  return plan;
}

/**
 * One random change of each vault. Those that lend to others come first: what they take and pay was
 * read before those change.
 */
export async function shakeVaults(
  chain: ProtocolChain,
  states: readonly Erc4626Vault[],
  random: () => number,
): Promise<void> {
  const lends = ({ slug }: Erc4626Vault): boolean => slug === "morpho-vaults-v2";
  for (const state of states.filter(lends)) await shakeVaultV2(chain, state, random);
  for (const state of states.filter((one) => !lends(one))) await shakeVault(chain, state, random);
}

/**
 * One random change of a Morpho Vault V2 by its own functions. Its price stands still afterwards:
 * what it grows by in a block, as far as its rate allows, is not known before.
 */
async function shakeVaultV2(
  chain: ProtocolChain,
  state: Erc4626Vault,
  random: () => number,
): Promise<void> {
  await change(chain, state, random);
  const stand = encodeFunctionData({ abi, functionName: "setMaxRate", args: [0n] });
  send(chain, state.address, stand);
}

async function change(
  chain: ProtocolChain,
  state: Erc4626Vault,
  random: () => number,
): Promise<void> {
  const { address, asset, depositPaused, depositLimit } = state;
  const plan = planOf(chain, state);
  const { operator } = chain.builder;
  const vault = (data: Hex): void => send(chain, address, data, { gas: 1_500_000n });
  const amount = randomAmount(random, 1, 13);
  const data = liquidityData(plan, chain.tokens);
  if (depositPaused) {
    const none = [zeroAddress, zeroAddress] as const;
    vault(encodeFunctionData({ abi, functionName: "setGates", args: none }));
    return;
  }
  const choice = random();
  if (choice < 0.3) {
    if (depositLimit < amount) return;
    fund(chain, asset, amount);
    approve(chain, asset, { spender: address, amount });
    vault(encodeFunctionData({ abi, functionName: "deposit", args: [amount, operator] }));
  } else if (choice < 0.45) {
    const limit = state.redeemLimit ?? state.totalSupply;
    const shares = min(randomAmount(random, 1, String(limit).length), limit / 2n);
    if (shares === 0n || state.redeemPaused) return;
    const args = [shares, operator, operator] as const;
    vault(encodeFunctionData({ abi: ownerAbi, functionName: "redeem", args }));
  } else if (choice < 0.6) {
    const adapter = random() < 0.5 ? plan.adapter : zeroAddress;
    const args = [adapter, data] as const;
    vault(encodeFunctionData({ abi, functionName: "setLiquidityAdapterAndData", args }));
  } else if (choice < 0.75) {
    const ids = capIds(plan, chain.tokens);
    const id = ids[Math.floor(random() * ids.length)] ?? "0x";
    const read = { abi: capAbi, address, functionName: "allocation", args: [id] } as const;
    const allocation = await chain.client.readContract(read);
    const absolute = random() < 0.1 ? 0n : allocation + (amount % (allocation / 3n + 2n));
    const relative = random() < 0.5 ? WAD : BigInt(Math.floor(random() * 1e9)) * 10n ** 9n;
    vault(encodeFunctionData({ abi, functionName: "setCaps", args: [id, absolute, relative] }));
  } else if (choice < 0.8) {
    const args =
      random() < 0.5 ? ([address, zeroAddress] as const) : ([zeroAddress, address] as const);
    vault(encodeFunctionData({ abi, functionName: "setGates", args }));
  } else if (choice < 0.9) {
    // What the market lends out cannot be paid; only of the one that lends to it.
    if (plan.lendsTo === "market") await borrowMost(chain, plan.asset, random);
  } else {
    // What it was given, or the vault that it lends to, counts as fast as the rate allows.
    const gift = 1n + state.assetsTerm / 10n ** 8n;
    fund(chain, asset, gift);
    const args = [address, gift] as const;
    send(chain, asset, encodeFunctionData({ abi: ownerAbi, functionName: "transfer", args }));
    vault(encodeFunctionData({ abi, functionName: "setMaxRate", args: [MOST_RATE] }));
    await chain.builder.flush();
    await passTime(chain, 1 + Math.floor(random() * 1_000));
  }
}

/** Borrows a part of what a market has left, or pays all back. */
async function borrowMost(chain: ProtocolChain, loan: string, random: () => number): Promise<void> {
  const params = marketParams(loan, "WBTC", chain.tokens);
  const { operator } = chain.builder;
  const id = keccak256(encodeAbiParameters([MARKET], [params]));
  const market = { abi: morphoAbi, address: MORPHO, functionName: "market", args: [id] } as const;
  const [supplied, , borrowed] = await chain.client.readContract(market);
  const left = supplied - borrowed;
  const part = (left * BigInt(Math.floor(random() * 101))) / 100n;
  if (part === 0n || random() < 0.3) {
    const back = borrowed / 2n;
    if (back === 0n) return;
    fund(chain, params.loanToken, back);
    approve(chain, params.loanToken, { spender: MORPHO, amount: back });
    const args = [params, back, 0n, operator, "0x"] as const;
    const repay = encodeFunctionData({ abi: morphoAbi, functionName: "repay", args });
    send(chain, MORPHO, repay);
    return;
  }
  const pledged = 10n ** 12n;
  fund(chain, params.collateralToken, pledged);
  approve(chain, params.collateralToken, { spender: MORPHO, amount: pledged });
  const pledge = [params, pledged, operator, "0x"] as const;
  const supply = { abi: morphoAbi, functionName: "supplyCollateral", args: pledge } as const;
  send(chain, MORPHO, encodeFunctionData(supply));
  const args = [params, part, 0n, operator, operator] as const;
  send(chain, MORPHO, encodeFunctionData({ abi: morphoAbi, functionName: "borrow", args }));
}

function approve(
  chain: ProtocolChain,
  token: Address,
  { spender, amount }: { readonly spender: Address; readonly amount: bigint },
): void {
  const args = [spender, amount] as const;
  send(chain, token, encodeFunctionData({ abi: ownerAbi, functionName: "approve", args }));
}
