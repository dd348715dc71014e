import { type BalancerV2Pool, isGyro } from "./state.ts";

type Action = "swap" | "deposit" | "redeem";

/**
 * Gas of a hop: what the vault used in `test/protocols/balancer-v2/switches.integration.test.ts`,
 * and 30,000 for the allowance of all that does not give a share. The first version mints no fees;
 * its stable pools with rates have an oracle. Liquidity bootstrapping pools are left alone.
 */
const GAS = {
  weighted: { swap: 106_000n, deposit: 195_000n, redeem: 152_000n },
  first: { swap: 106_000n, deposit: 184_000n, redeem: 140_000n },
  firstStable: { swap: 140_000n, deposit: 203_000n, redeem: 163_000n },
  metaStable: { swap: 162_000n, deposit: 217_000n, redeem: 180_000n },
  bootstrapping: { swap: 112_000n, deposit: 0n, redeem: 117_000n },
  stable: { swap: 140_000n, deposit: 202_000n, redeem: 166_000n },
};

/** Gas of a composable pool for each token after two. */
const TOKEN_GAS = { swap: 12_000n, deposit: 20_000n, redeem: 20_000n };

/** Gas of an exit of a liquidity bootstrapping pool for each token after two. */
const EXIT_TOKEN_GAS = 25_000n;

/** Pools of two tokens of the first version may have an oracle, to which swaps write. */
const ORACLE_GAS = 20_000n;

/** Gas of joins and exits for each rate provider, which they ask. */
const PROVIDER_GAS = 10_000n;

/**
 * Gas of a swap in Gyroscope's pools, and for each provider: what deployed code used on a local
 * chain.
 */
const GYRO_GAS = { eclp: 147_000n, "2clp": 112_000n };
const GYRO_PROVIDER_GAS = 5_000n;

/** Gas that a hop through a pool adds to a transaction. */
export function gasOf(state: BalancerV2Pool, action: Action): bigint {
  if (isGyro(state)) {
    return (
      GYRO_GAS[state.kind] +
      GYRO_PROVIDER_GAS * BigInt(state.rates.filter((rate) => rate !== null).length)
    );
  }
  if (state.kind === "stable") {
    const { length } = state.tokens;
    if (state.version > 1) return GAS.stable[action] + TOKEN_GAS[action] * BigInt(length - 2);
    return GAS[state.rates.some((rate) => rate !== null) ? "metaStable" : "firstStable"][action];
  }
  if (state.kind === "bootstrapping") {
    const others = action === "swap" ? 0 : state.tokens.length - 2;
    return GAS.bootstrapping[action] + EXIT_TOKEN_GAS * BigInt(others);
  }
  if (state.version === 1) {
    const hasOracle = action === "swap" && state.tokens.length === 2;
    return GAS.first[action] + (hasOracle ? ORACLE_GAS : 0n);
  }
  const asked =
    action === "swap" ? 0 : (state.yield?.rates.filter((rate) => rate !== null).length ?? 0);
  return GAS.weighted[action] + PROVIDER_GAS * BigInt(asked);
}
