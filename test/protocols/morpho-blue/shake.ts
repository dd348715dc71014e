import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { type MarketParams, MORPHO, morphoAbi } from "../../../devnet/protocols/morpho-blue.ts";
import { min } from "../../../src/lib/math.ts";
import type { MorphoMarket } from "../../../src/protocols/morpho-blue/pool.ts";
import { randomAmount } from "../chain.ts";
import { type ProtocolChain, passTime } from "../protocol-chain.ts";

const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function setPrice(uint256 newPrice)",
]);

/** So high that every loan is safe, so low that none is. */
const HIGH_PRICE = 10n ** 60n;
const LOW_PRICE = 10n ** 20n;
const MOST_FEE = 250_000_000_000_000_000n;

/** Parameters of a market as the contract takes them. */
export function paramsOf(state: MorphoMarket): MarketParams {
  const { loanToken, collateralToken, oracle, irm, lltvWad: lltv } = state;
  return { loanToken, collateralToken, oracle, irm, lltv };
}

/** Queues a call of the operator. */
export function send(chain: ProtocolChain, to: Address, data: Hex): void {
  chain.builder.queue({ to, data, gas: 600_000n, label: `${data.slice(0, 10)} of ${to}` });
}

/** Mints a token to the operator and lets Morpho take it. */
export function fund(chain: ProtocolChain, token: Address, amount: bigint): void {
  const abi = tokenAbi;
  const minted = [chain.builder.operator, amount] as const;
  send(chain, token, encodeFunctionData({ abi, functionName: "mint", args: minted }));
  // Tether takes no new allowance while one is left.
  for (const allowed of [0n, amount]) {
    const args = [MORPHO, allowed] as const;
    send(chain, token, encodeFunctionData({ abi, functionName: "approve", args }));
  }
}

/** Sets what the collateral is worth, loan tokens for a collateral token, scale 10^36. */
export function setPrice(chain: ProtocolChain, { oracle }: MorphoMarket, price: bigint): void {
  const abi = tokenAbi;
  send(chain, oracle, encodeFunctionData({ abi, functionName: "setPrice", args: [price] }));
}

/** One random change of a market. The operator owns Morpho and is the only lender and borrower. */
export async function shakeMarket(
  chain: ProtocolChain,
  state: MorphoMarket,
  random: () => number,
): Promise<void> {
  const { operator } = chain.builder;
  const abi = morphoAbi;
  const params = paramsOf(state);
  const { totalSupplyAssets, totalBorrowAssets, totalBorrowShares } = state;
  const { loanToken, collateralToken } = state;
  const liquidity = totalSupplyAssets - totalBorrowAssets;
  const call = (data: Hex) => send(chain, MORPHO, data);
  const some = (most: bigint) => min(randomAmount(random, 1, String(most).length), most);
  const choice = random();
  if (choice < 0.25) {
    const amount = randomAmount(random, 1, String(totalSupplyAssets).length);
    fund(chain, loanToken, amount);
    const args = [params, amount, 0n, operator, "0x"] as const;
    call(encodeFunctionData({ abi, functionName: "supply", args }));
  } else if (choice < 0.4 && liquidity > 1n) {
    const args = [params, some(liquidity / 2n), 0n, operator, operator] as const;
    call(encodeFunctionData({ abi, functionName: "withdraw", args }));
  } else if (choice < 0.6 && liquidity > 0n) {
    setPrice(chain, state, HIGH_PRICE);
    fund(chain, collateralToken, 10n ** 8n);
    const pledge = [params, 10n ** 8n, operator, "0x"] as const;
    call(encodeFunctionData({ abi, functionName: "supplyCollateral", args: pledge }));
    const amount = random() < 0.2 ? liquidity : some(liquidity);
    const args = [params, amount, 0n, operator, operator] as const;
    call(encodeFunctionData({ abi, functionName: "borrow", args }));
  } else if (choice < 0.75 && totalBorrowAssets > 10n && totalBorrowShares > 10n ** 9n) {
    const amount = some(totalBorrowAssets / 2n);
    fund(chain, loanToken, amount);
    const args = [params, amount, 0n, operator, "0x"] as const;
    call(encodeFunctionData({ abi, functionName: "repay", args }));
  } else if (choice < 0.85) {
    const fee = random() < 0.3 ? 0n : some(MOST_FEE);
    if (fee === state.feeWad) return;
    call(encodeFunctionData({ abi, functionName: "setFee", args: [params, fee] }));
  } else if (choice < 0.93) {
    call(encodeFunctionData({ abi, functionName: "accrueInterest", args: [params] }));
  } else {
    await liquidate(chain, state, random);
  }
}

/**
 * Liquidates a part of the operator's loan, or all of its collateral, which leaves debt that nobody
 * pays.
 */
async function liquidate(
  chain: ProtocolChain,
  state: MorphoMarket,
  random: () => number,
): Promise<void> {
  const { operator } = chain.builder;
  const [, borrowShares, collateral] = await chain.client.readContract({
    ...{ abi: morphoAbi, address: MORPHO, functionName: "position" },
    args: [state.id, operator],
  });
  if (borrowShares < 10n ** 9n || collateral < 10n) return;
  setPrice(chain, state, LOW_PRICE);
  const seized = random() < 0.5 ? collateral : collateral / 3n;
  fund(chain, state.loanToken, state.totalBorrowAssets);
  const args = [paramsOf(state), operator, seized, 0n, "0x"] as const;
  const data = encodeFunctionData({ abi: morphoAbi, functionName: "liquidate", args });
  send(chain, MORPHO, data);
}

/** Mines all that is queued, now and then up to a month later. */
export async function mineLater(chain: ProtocolChain, random: () => number): Promise<void> {
  if (random() < 0.3) await passTime(chain, Math.floor(random() * 2_600_000));
  const { operator } = chain.builder;
  chain.builder.queue({ to: operator, gas: 50_000n, label: "a transaction" });
  await chain.builder.flush();
}
