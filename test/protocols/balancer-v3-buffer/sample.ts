import type { BalancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { savingsVault, vault } from "../erc4626/sample.ts";

const E18 = 10n ** 18n;

function bufferOf(
  wrapper: Erc4626Vault,
  balances: Pick<BalancerV3Buffer, "assetBalance" | "wrappedBalance">,
): BalancerV3Buffer {
  const { address: wrapped, asset } = wrapper;
  return {
    id: `0x${wrapped.slice(2).padStart(64, "0")}`,
    ...{ slug: "balancer-v3-buffers", updatedBlock: 1 },
    vault: "0xba1333333333a1ba1108e8412f11850a5c319ba9",
    batchRouter: "0xdada7be438bdd89416f4802b679e320b15c92d49",
    ...{ wrapped, asset, ...balances, isPaused: false, wrapper },
  };
}

/** Of a vault with a 6-decimal asset and shares of 18. */
export const buffer = bufferOf(vault, {
  assetBalance: 300_000_000_000n,
  wrappedBalance: 200_000n * E18,
});

/** Of savings whose price grows by the second. */
export const savingsBuffer = bufferOf(savingsVault, {
  assetBalance: 40_000n * E18,
  wrappedBalance: 400_000n * E18,
});

/** States that the conformance tests run on. */
export const samples: readonly BalancerV3Buffer[] = [
  buffer,
  savingsBuffer,
  // Shares alone: nothing can be unwrapped.
  { ...buffer, assetBalance: 9_999n },
  // No more than what rounding left.
  { ...buffer, assetBalance: 9_999n, wrappedBalance: 9_999n },
  // An ERC-4626 vault that nobody knows.
  { ...buffer, wrapper: null },
  // A vault that takes no deposits and redeems nothing: the buffer does.
  { ...buffer, wrapper: { ...vault, depositPaused: true, redeemPaused: true, depositLimit: 0n } },
  { ...buffer, isPaused: true },
  // Whole shares that are worth more than the asset.
  bufferOf(
    {
      ...vault,
      assetsTerm: 1_234_567_890_123n,
      sharesTerm: 987_654_321n,
      totalSupply: 987_654_321n,
    },
    { assetBalance: 7_000_000_000n, wrappedBalance: 12_345_678n },
  ),
];
