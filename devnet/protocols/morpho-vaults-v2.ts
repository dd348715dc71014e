import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  slice,
  zeroHash,
} from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { STEAKHOUSE_USDC } from "./erc4626.ts";
import { make } from "./erc4626-factories.ts";
import { MORPHO, marketParams } from "./morpho-blue.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
export const MORPHO_V2_FACTORY: Address = "0xA1D94F746dEfa1928926b84fB2596c06926C0405";

/** Morpho's list of adapters, which vaults bind themselves to; no code is there. */
// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
const REGISTRY: Address = "0x3696c5eAe4a7Ffd04Ea163564571E9CD8Ed9364e";

/** What their owner does to vaults. */
export const vaultV2Abi = parseAbi([
  "function createVaultV2(address owner, address asset, bytes32 salt) returns (address)",
  "function setAdapterRegistry(address registry)",
  "function abdicate(bytes4 selector)",
  "function setNames(string name, string symbol)",
  "function setGates(address shares, address assets)",
  "function addAdapter(address adapter)",
  "function setLiquidityAdapterAndData(address adapter, bytes data)",
  "function setCaps(bytes32 id, uint256 absolute, uint256 relative)",
  "function setMaxRate(uint256 rate)",
  "function deposit(uint256 assets, address onBehalf)",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
]);

/** A vault with what its adapter lends to. */
export interface DevnetVaultV2 {
  readonly asset: string;
  readonly name: string;
  readonly symbol: string;
  readonly adapter: Address;
  readonly lendsTo: "vault" | "market";
  /** Whole assets: what the operator leaves in the vault, what it has lent, and what is allowed. */
  readonly idle: bigint;
  readonly lent: bigint;
  readonly cap: bigint;
}

export const VAULTS_V2: readonly DevnetVaultV2[] = [
  {
    ...{ asset: "USDC", name: "Steakhouse Prime USDC", symbol: "steakPrimeUSDC" },
    ...{ adapter: generatedAddress("steakhouse prime adapter"), lendsTo: "vault" },
    ...{ idle: 100_000n, lent: 6_000_000n, cap: 40_000_000n },
  },
  {
    ...{ asset: "USDT", name: "Gauntlet USDT Prime", symbol: "gtUSDTp" },
    ...{ adapter: generatedAddress("gauntlet prime adapter"), lendsTo: "market" },
    ...{ idle: 0n, lent: 3_000_000n, cap: 12_000_000n },
  },
];

/** What the market lends for, which makes no interest. */
const COLLATERAL = "WBTC";
/** How a market is written to be hashed. */
export const MARKET = {
  type: "tuple",
  components: [
    { name: "loanToken", type: "address" },
    { name: "collateralToken", type: "address" },
    { name: "oracle", type: "address" },
    { name: "irm", type: "address" },
    { name: "lltv", type: "uint256" },
  ],
} as const;

export const WAD = 10n ** 18n;
/** 200 % a year, the most that there is. */
export const MOST_RATE = 63_419_583_967n;
/** Smallest units of the asset: what the first shares cost, and what they are given. */
const FIRST_DEPOSIT = 100_000_000n;
const GIFT = 5n;

/**
 * Morpho's Vaults V2, of which no package has the contracts: our own minimal ones, made by the
 * factory at its real address. One lends to a vault of the first version, one to a market.
 */
export const morphoVaultsV2: DevnetProtocol = {
  slug: "morpho-vaults-v2",
  compilations: ["erc4626"],
  async deploy({ builder, compiled: { erc4626: artifacts } }) {
    const artifact = pickArtifact(artifacts, "MorphoVaultV2Factory");
    await deployAt(builder, [{ address: MORPHO_V2_FACTORY, artifact }]);
  },
  async seed({ builder, compiled: { erc4626: artifacts }, tokens }) {
    for (const plan of VAULTS_V2) {
      const vault = await make(builder, MORPHO_V2_FACTORY, creation(builder, plan, tokens));
      const lender = plan.lendsTo === "vault" ? STEAKHOUSE_USDC : MORPHO;
      const name = plan.lendsTo === "vault" ? "MorphoVaultV1Adapter" : "MorphoMarketV1Adapter";
      const artifact = pickArtifact(artifacts, name);
      await deployAt(builder, [{ address: plan.adapter, artifact, args: [vault, lender] }]);
      await fill(builder, { plan, vault, asset: tokenBySymbol(tokens, plan.asset), tokens });
    }
  },
};

/** The call that makes a vault of the operator's. */
function creation(
  { operator }: Pick<Builder, "operator">,
  { asset }: DevnetVaultV2,
  tokens: readonly DevnetToken[],
): Hex {
  const args = [operator, tokenBySymbol(tokens, asset).address, zeroHash] as const;
  return encodeFunctionData({ abi: vaultV2Abi, functionName: "createVaultV2", args });
}

/** What an adapter is told of where it lends to: nothing, or the market. */
export function liquidityData(plan: DevnetVaultV2, tokens: readonly DevnetToken[]): Hex {
  if (plan.lendsTo === "vault") return "0x";
  return encodeAbiParameters([MARKET], [marketParams(plan.asset, COLLATERAL, tokens)]);
}

/** Ids by which a vault caps what its adapter lends; that of what it lends alone is the last. */
export function capIds(plan: DevnetVaultV2, tokens: readonly DevnetToken[]): readonly Hex[] {
  const { adapter } = plan;
  const [text, address] = [{ type: "string" }, { type: "address" }] as const;
  const own = keccak256(encodeAbiParameters([text, address], ["this", adapter]));
  if (plan.lendsTo === "vault") return [own];
  const market = marketParams(plan.asset, COLLATERAL, tokens);
  const collateral = ["collateralToken", market.collateralToken] as const;
  const alone = ["this/marketParams", adapter, market] as const;
  return [
    own,
    keccak256(encodeAbiParameters([text, address], collateral)),
    keccak256(encodeAbiParameters([text, address, MARKET], alone)),
  ];
}

async function fill(
  builder: Builder,
  on: {
    readonly plan: DevnetVaultV2;
    readonly vault: Address;
    readonly asset: DevnetToken;
    readonly tokens: readonly DevnetToken[];
  },
): Promise<void> {
  const { plan, vault, asset, tokens } = on;
  const { name, symbol, adapter } = plan;
  const { operator } = builder;
  const abi = vaultV2Abi;
  const whole = (amount: bigint): bigint => amount * 10n ** BigInt(asset.decimals);
  const call = (to: Address, data: Hex): void => {
    builder.queue({ to, data, gas: 900_000n, label: `${data.slice(0, 10)} of ${to}` });
  };
  const mint = (value: bigint): void => {
    const args = [operator, value] as const;
    call(asset.address, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
  };
  const deposit = (assets: bigint): void => {
    mint(assets);
    const approval = [vault, assets] as const;
    const approve = { abi: tokenAbi, functionName: "approve", args: approval } as const;
    call(asset.address, encodeFunctionData(approve));
    call(vault, encodeFunctionData({ abi, functionName: "deposit", args: [assets, operator] }));
  };
  call(vault, encodeFunctionData({ abi, functionName: "setNames", args: [name, symbol] }));
  call(vault, encodeFunctionData({ abi, functionName: "addAdapter", args: [adapter] }));
  const bind = encodeFunctionData({ abi, functionName: "setAdapterRegistry", args: [REGISTRY] });
  call(vault, bind);
  const selector = [slice(bind, 0, 4)] as const;
  call(vault, encodeFunctionData({ abi, functionName: "abdicate", args: selector }));
  call(vault, encodeFunctionData({ abi, functionName: "setMaxRate", args: [MOST_RATE] }));
  for (const id of capIds(plan, tokens)) {
    const args = [id, whole(plan.cap), WAD] as const;
    call(vault, encodeFunctionData({ abi, functionName: "setCaps", args }));
  }
  deposit(FIRST_DEPOSIT);
  // A gift to the first shares, so that no share is worth one asset: no more than they may grow by
  // until the next block.
  mint(GIFT);
  const gift = [vault, GIFT] as const;
  call(asset.address, encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: gift }));
  await builder.flush();
  if (plan.idle > 0n) deposit(whole(plan.idle));
  const lending = [adapter, liquidityData(plan, tokens)] as const;
  call(
    vault,
    encodeFunctionData({ abi, functionName: "setLiquidityAdapterAndData", args: lending }),
  );
  deposit(whole(plan.lent));
  await builder.flush();
}
