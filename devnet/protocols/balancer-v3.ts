import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
} from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { newestPool, type Part, partsOf, queueFunding, setRate } from "./balancer-v2-pools.ts";
import { derivedParameters, type EclpShape } from "./eclp-parameters.ts";
import type { DevnetProtocol, SeedContext } from "./protocol.ts";

/**
 * Balancer V3 with the last version of its pools, which is what the packages have; Gyroscope's pool
 * is our own.
 */
// https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
export const BALANCER_V3 = {
  vault: "0xbA1333333333a1BA1108E8412f11850A5C319bA9",
  extension: "0x0E8B07657D719B86e06bF0806D6729e3D528C9A9",
  admin: "0x35fFB749B273bEb20F40f35EdeB805012C539864",
  feeController: "0xa731C23D7c95436Baaae9D52782f966E1ed07cc8",
  router: "0xAE563E3f8219521950555F5962419C8919758Ea2",
  aggregatorRouter: "0x309abcAeFa19CA6d34f0D8ff4a4103317c138657",
  weightedFactory: "0x332694Ef46D880DF6Ea9593e04CB8ABEE5F81D99",
  stableFactory: "0x4eFcd8bcE8AC9b94bd76648e2c85bEf6c40F3228",
  eclpFactory: "0x04d584195a96DFfc7F8B695aA3C9D3c1606b69d1",
  surgeHook: "0xBDbADc891BB95DEE80eBC491699228EF0f7D6fF1",
} as const satisfies Readonly<Record<string, Address>>;

/** At an address of the devnet's own: on the real chain it is the one of Balancer V2. */
export const AUTHORIZER: Address = "0x00000000000000000000000000000000000be3a0";

/** At addresses of the devnet's own; prices of the token list in ether. */
export const RATE_PROVIDERS = {
  wstETH: {
    address: "0x00000000000000000000000000000000000be3a1",
    wad: 1_197_760_235_000_000_000n,
  },
  rETH: { address: "0x00000000000000000000000000000000000be3a2", wad: 1_130_677_437_000_000_000n },
} as const satisfies Readonly<Record<string, { readonly address: Address; readonly wad: bigint }>>;

const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/**
 * Of the deployed vault: seconds that it can be paused for, and that a pause lasts; least amounts.
 */
// https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20241204-v3-vault/input.ts
const PAUSE_WINDOW = 124_416_000;
const BUFFER_PERIOD = 15_552_000;
const MIN_TRADE = 1_000_000n;
const MIN_WRAP = 10_000n;

const ONE = 10n ** 18n;
const GAS = { factory: 14_000_000n, create: 10_000_000n, initialize: 2_000_000n, call: 300_000n };

/** The operator's switches, and what makes and fills pools. */
export const balancerV3Abi = parseAbi([
  "struct TokenConfig { address token; uint8 tokenType; address rateProvider; bool paysYieldFees; }",
  "struct PoolRoleAccounts { address pauseManager; address swapFeeManager; address poolCreator; }",
  "function create(string name, string symbol, TokenConfig[] tokens, uint256[] normalizedWeights, PoolRoleAccounts roleAccounts, uint256 swapFeePercentage, address poolHooksContract, bool enableDonation, bool disableUnbalancedLiquidity, bytes32 salt) returns (address)",
  "function create(string name, string symbol, TokenConfig[] tokens, uint256 amplificationParameter, PoolRoleAccounts roleAccounts, uint256 swapFeePercentage, address poolHooksContract, bool enableDonation, bool disableUnbalancedLiquidity, bytes32 salt) returns (address)",
  "struct EclpParams { int256 alpha; int256 beta; int256 c; int256 s; int256 lambda; }",
  "struct Vector2 { int256 x; int256 y; }",
  "struct DerivedEclpParams { Vector2 tauAlpha; Vector2 tauBeta; int256 u; int256 v; int256 w; int256 z; int256 dSq; }",
  "function create(string name, string symbol, TokenConfig[] tokens, EclpParams eclpParams, DerivedEclpParams derivedEclpParams, PoolRoleAccounts roleAccounts, uint256 swapFeePercentage, address poolHooksContract, bool enableDonation, bool disableUnbalancedLiquidity, bytes32 salt) returns (address)",
  "function initialize(address pool, address[] tokens, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData) payable returns (uint256)",
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
  "function setStaticSwapFeePercentage(address pool, uint256 swapFeePercentage)",
  "function setGlobalProtocolSwapFeePercentage(uint256 newProtocolSwapFeePercentage)",
  "function setGlobalProtocolYieldFeePercentage(uint256 newProtocolYieldFeePercentage)",
  "function updateProtocolSwapFeePercentage(address pool)",
  "function updateProtocolYieldFeePercentage(address pool)",
  "function pausePool(address pool)",
  "function unpausePool(address pool)",
  "function pauseVault()",
  "function unpauseVault()",
  "function enableRecoveryMode(address pool)",
  "function disableRecoveryMode(address pool)",
  "function startAmplificationParameterUpdate(uint256 rawEndValue, uint256 endTime)",
  "function stopAmplificationParameterUpdate()",
  "function set(address pool, uint256 threshold, uint256 maxFee)",
]);

/** A pool to make and fill. */
type PoolPlan = {
  readonly name: string;
  readonly symbol: string;
  /** Weight in percent by symbol; of stable pools, shares of the value. */
  readonly tokens: Readonly<Record<string, number>>;
  readonly swapFeeWad: bigint;
  /** US dollars of all tokens together. */
  readonly usd: number;
} & (
  | { readonly kind: "weighted" }
  | { readonly kind: "stable"; readonly amplification: bigint; readonly surges: boolean }
  | { readonly kind: "eclp"; readonly shape: EclpShape }
);

/** Half a right angle: balances of equal worth are at the price 1, in the middle of the range. */
const EVEN = { c: 707_106_781_186_547_524n, s: 707_106_781_186_547_524n };

const CHAIN_1: readonly PoolPlan[] = [
  {
    ...{ kind: "weighted", name: "Balancer 80 AAVE 20 wstETH", symbol: "80AAVE-20wstETH" },
    ...{ tokens: { AAVE: 80, wstETH: 20 }, swapFeeWad: 25n * 10n ** 14n, usd: 6_000_000 },
  },
  {
    ...{ kind: "weighted", name: "Balancer WBTC WETH USDC", symbol: "33WBTC-33WETH-34USDC" },
    ...{ tokens: { WBTC: 33, WETH: 33, USDC: 34 }, swapFeeWad: 3n * 10n ** 15n, usd: 5_000_000 },
  },
  {
    ...{ kind: "stable", name: "Balancer rETH wstETH WETH", symbol: "rETH-wstETH-WETH" },
    ...{ amplification: 1_000n, surges: false, tokens: { rETH: 1, wstETH: 1, WETH: 1 } },
    ...{ swapFeeWad: 2n * 10n ** 14n, usd: 9_000_000 },
  },
  {
    ...{ kind: "stable", name: "Surge USDC USDT", symbol: "surge-USDC-USDT" },
    ...{ amplification: 500n, surges: true, tokens: { USDC: 41, USDT: 59 } },
    ...{ swapFeeWad: 10n ** 14n, usd: 8_000_000 },
  },
  {
    ...{ kind: "eclp", name: "Gyroscope wstETH WETH", symbol: "ECLP-wstETH-WETH" },
    ...{ tokens: { wstETH: 1, WETH: 1 }, swapFeeWad: 10n ** 14n, usd: 7_000_000 },
    shape: {
      ...{ alpha: 997_008_973_080_757_727n, beta: 1_003_000_000_000_000_000n },
      ...{ ...EVEN, lambda: 2_000n * ONE },
    },
  },
  {
    ...{ kind: "eclp", name: "Gyroscope DAI USDC", symbol: "ECLP-DAI-USDC" },
    ...{ tokens: { DAI: 1, USDC: 1 }, swapFeeWad: 2n * 10n ** 14n, usd: 4_000_000 },
    shape: {
      ...{ alpha: 990_099_009_900_990_099n, beta: 1_010_000_000_000_000_000n },
      ...{ ...EVEN, lambda: 500n * ONE },
    },
  },
];

/** Balancer V3 on Ethereum: two weighted pools, two stable ones and two E-CLPs. */
export const balancerV3: DevnetProtocol = {
  slug: "balancer-v3",
  compilations: ["balancerV3"],
  async deploy({ builder, compiled }) {
    const artifact = (name: string) => pickArtifact(compiled.balancerV3, name);
    const { vault, extension, admin, feeController, router } = BALANCER_V3;
    const { address: wrapped } = builder.spec.wrappedNative;
    const limits = [PAUSE_WINDOW, BUFFER_PERIOD, MIN_TRADE, MIN_WRAP];
    await deployAt(builder, [
      { address: AUTHORIZER, artifact: artifact("Authorizer"), args: [builder.operator] },
      { address: admin, artifact: artifact("VaultAdmin"), args: [vault, ...limits] },
    ]);
    const fees = [vault, ONE / 2n, ONE / 10n];
    await deployAt(builder, [
      { address: extension, artifact: artifact("VaultExtension"), args: [vault, admin] },
      { address: feeController, artifact: artifact("ProtocolFeeController"), args: fees },
    ]);
    const parts = [extension, AUTHORIZER, feeController];
    await deployAt(builder, [{ address: vault, artifact: artifact("Vault"), args: parts }]);
    const made = [vault, PAUSE_WINDOW, "1", "1"];
    const { aggregatorRouter, weightedFactory, stableFactory, eclpFactory, surgeHook } =
      BALANCER_V3;
    await deployAt(builder, [
      { address: router, artifact: artifact("Router"), args: [vault, wrapped, PERMIT2, "1"] },
      { address: aggregatorRouter, artifact: artifact("AggregatorRouter"), args: [vault] },
      { address: surgeHook, artifact: artifact("SurgeHook") },
      {
        ...{ address: eclpFactory, artifact: artifact("EclpPoolFactory"), gas: GAS.factory },
        args: [vault, PAUSE_WINDOW],
      },
    ]);
    for (const [address, name] of [
      [weightedFactory, "WeightedPoolFactory"],
      [stableFactory, "StablePoolFactory"],
    ] as const) {
      const factory = { address, artifact: artifact(name), args: made, gas: GAS.factory };
      await deployAt(builder, [factory]);
    }
  },
  seed: (context) => seedPools(context, CHAIN_1),
};

/** Makes the pools in order and fills them; the operator owns them and their shares. */
async function seedPools(
  { builder, tokens }: SeedContext,
  plans: readonly PoolPlan[],
): Promise<void> {
  for (const { address, wad } of Object.values(RATE_PROVIDERS)) {
    await setRate(builder.rpc, address, wad);
  }
  for (const [place, plan] of plans.entries()) {
    const parts = partsOf(plan, tokens);
    const { weightedFactory, stableFactory, eclpFactory } = BALANCER_V3;
    const factories = { weighted: weightedFactory, stable: stableFactory, eclp: eclpFactory };
    const factory = factories[plan.kind];
    const data = creationOf(builder, plan, { parts, salt: numberToHex(place, { size: 32 }) });
    builder.queue({ to: factory, data, gas: GAS.create, label: `creation of ${plan.symbol}` });
    for (const part of parts) queueFunding(builder, PERMIT2, part);
    await builder.flush();
    queueFirstJoin(builder, await newestPool(builder, factory), parts);
    await builder.flush();
  }
}

function creationOf(
  { operator }: Builder,
  plan: PoolPlan,
  { parts, salt }: { readonly parts: readonly Part[]; readonly salt: Hex },
): Hex {
  const roles = { pauseManager: operator, swapFeeManager: operator, poolCreator: zeroAddress };
  const configs = parts.map(({ token: { address, symbol } }) => {
    const provider = Object.entries(RATE_PROVIDERS).find(([name]) => name === symbol)?.[1];
    return provider === undefined
      ? { token: address, tokenType: 0, rateProvider: zeroAddress, paysYieldFees: false }
      : { token: address, tokenType: 1, rateProvider: provider.address, paysYieldFees: true };
  });
  const { name, symbol, swapFeeWad } = plan;
  const abi: Abi = balancerV3Abi;
  const hook = plan.kind === "stable" && plan.surges ? BALANCER_V3.surgeHook : zeroAddress;
  const shape = shapeOf(plan, parts);
  const args = [name, symbol, configs, ...shape, roles, swapFeeWad, hook, false, false, salt];
  return encodeFunctionData({ abi, functionName: "create", args });
}

/** What a factory takes besides what all take. */
function shapeOf(plan: PoolPlan, parts: readonly Part[]): readonly unknown[] {
  switch (plan.kind) {
    case "weighted":
      return [parts.map(({ weight }) => (BigInt(weight) * ONE) / 100n)];
    case "stable":
      return [plan.amplification];
    case "eclp":
      return [plan.shape, derivedParameters(plan.shape)];
  }
}

function queueFirstJoin(builder: Builder, pool: Address, parts: readonly Part[]): void {
  const { router } = BALANCER_V3;
  for (const { token, amount } of parts) {
    const data = encodeFunctionData({
      ...{ abi: balancerV3Abi, functionName: "approve" },
      args: [token.address, router, amount, 2 ** 48 - 1],
    });
    builder.queue({ to: PERMIT2, data, gas: GAS.call, label: `${token.symbol} for ${pool}` });
  }
  const tokens = parts.map(({ token }) => token.address);
  const amounts = parts.map(({ amount }) => amount);
  const data = encodeFunctionData({
    ...{ abi: balancerV3Abi, functionName: "initialize" },
    args: [pool, tokens, amounts, 0n, false, "0x"],
  });
  builder.queue({ to: router, data, gas: GAS.initialize, label: `first join of ${pool}` });
}
