import { type Address, encodeFunctionData, parseAbi, stringToHex } from "viem";
import type { Builder } from "../builder.ts";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { deployFactories, enterVaults, makeVaults } from "./erc4626-factories.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/sparkdotfi/spark-address-registry/blob/5348de20c1/src/Ethereum.sol
export const SAVINGS_DAI: Address = "0x83F20F44975D03b1b09e64809B757c47f942BEeA";
// https://github.com/dydxprotocol/v4-chain/blob/7b9e327c5f/protocol/daemons/sdaioracle/client/types/constants.go
export const POT: Address = "0x197E90f9FAD81970bA7976f33CbD77088E5D7cf7";
// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-test/src/fixtures/vaults.ts
export const STEAKHOUSE_USDC: Address = "0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB";
// https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
export const YEARN_USDT: Address = "0x310B7Ea7475A0B449Cfd73bE81522F1B88eFAFaa";
// https://github.com/yearn/ydaemon/blob/6e24b123a8/data/meta/vaults/1.json
export const YEARN_WETH: Address = "0xc56413869c6CDf96496f2b1eF801fEDBdFA7dDB0";
// https://github.com/berachain/metadata/blob/1cedf1e12e/src/vaults/mainnet.json
export const RE7_HONEY: Address = "0x30BbA9CD9Eb8c95824aa42Faa1Bb397b07545bc1";

/** 5 % a year in a rate per second, scale 10^27. */
const SAVINGS_RATE = 1_000_000_001_547_125_957_863_212_448n;

const vaultAbi = parseAbi([
  "function deposit(uint256 assets, address receiver)",
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function drip()",
  "function file(bytes32 what, uint256 data)",
]);

/** A vault of OpenZeppelin's code at the address of a real one. */
interface DevnetVault {
  readonly address: Address;
  readonly contract: "InvestingVault" | "YearnVault";
  readonly asset: string;
  readonly name: string;
  readonly symbol: string;
  /** Decimals by which shares are finer than the asset; of `InvestingVault`. */
  readonly offset: number;
  /** Whole assets that the operator deposits. */
  readonly seed: bigint;
}

const VAULTS: Readonly<Record<number, readonly DevnetVault[]>> = {
  1: [
    {
      ...{ address: STEAKHOUSE_USDC, contract: "InvestingVault", asset: "USDC" },
      ...{ name: "Steakhouse USDC", symbol: "steakUSDC", offset: 12, seed: 20_000_000n },
    },
    {
      ...{ address: YEARN_USDT, contract: "YearnVault", asset: "USDT" },
      ...{ name: "USDT-1 yVault", symbol: "yvUSDT-1", offset: 0, seed: 10_000_000n },
    },
    {
      ...{ address: YEARN_WETH, contract: "YearnVault", asset: "WETH" },
      ...{ name: "WETH-1 yVault", symbol: "yvWETH-1", offset: 0, seed: 400n },
    },
  ],
  80094: [
    {
      ...{ address: RE7_HONEY, contract: "InvestingVault", asset: "HONEY" },
      ...{ name: "Re7 Honey", symbol: "re7HONEY", offset: 0, seed: 5_000_000n },
    },
  ],
};

/** Smallest units of the asset: what the first shares cost, and what they are given. */
const FIRST_DEPOSIT = 100_000_000n;
const GIFT = 3_700_000n;

/** Whole Dai that the operator saves. */
const SAVED_DAI = 25_000_000n;

/**
 * ERC-4626 vaults: own minimal contracts for Savings Dai and its rate, OpenZeppelin's vault with a
 * cap, a pause and invested assets for the others. On Ethereum, the brands' factories tell of those
 * and make one more each.
 */
export const erc4626: DevnetProtocol = {
  slug: "erc4626",
  compilations: ["erc4626"],
  async deploy({ builder, compiled, tokens }) {
    const { erc4626: artifacts } = compiled;
    const deployments = vaultsOf(builder).map((vault): Deployment => {
      const { address, contract, asset, name, symbol, offset } = vault;
      const args = [tokenBySymbol(tokens, asset).address, name, symbol];
      if (contract === "InvestingVault") args.push(String(offset));
      return { address, artifact: pickArtifact(artifacts, contract), args };
    });
    if (builder.spec.chainId === 1) {
      const dai = tokenBySymbol(tokens, "DAI").address;
      deployments.push(
        { address: POT, artifact: pickArtifact(artifacts, "Pot") },
        { address: SAVINGS_DAI, artifact: pickArtifact(artifacts, "SavingsDai"), args: [dai, POT] },
      );
    }
    await deployAt(builder, deployments);
    if (builder.spec.chainId !== 1) return;
    await deployFactories(builder, artifacts);
    await enterVaults(builder, vaultsOf(builder));
  },
  async seed({ builder, tokens }) {
    const made = builder.spec.chainId === 1 ? await makeVaults(builder, tokens) : [];
    for (const { address: vault, asset: symbol, seed } of [...vaultsOf(builder), ...made]) {
      const asset = tokenBySymbol(tokens, symbol);
      // A gift to the first shares, so that no share is worth one asset; of amounts that tell no
      // yield.
      deposit(builder, { vault, asset, assets: FIRST_DEPOSIT });
      fund(builder, asset.address, GIFT);
      const args = [vault, GIFT] as const;
      const gift = encodeFunctionData({ abi: vaultAbi, functionName: "transfer", args });
      send(builder, asset.address, gift);
      deposit(builder, { vault, asset, assets: whole(asset, seed) });
    }
    if (builder.spec.chainId === 1) {
      // The rate may only change in the second of a drip: both are in one block.
      const rate = [stringToHex("dsr", { size: 32 }), SAVINGS_RATE] as const;
      send(builder, POT, encodeFunctionData({ abi: vaultAbi, functionName: "drip" }));
      send(builder, POT, encodeFunctionData({ abi: vaultAbi, functionName: "file", args: rate }));
      const dai = tokenBySymbol(tokens, "DAI");
      deposit(builder, { vault: SAVINGS_DAI, asset: dai, assets: whole(dai, SAVED_DAI) });
    }
    await builder.flush();
  },
};

function vaultsOf({ spec }: Builder): readonly DevnetVault[] {
  return VAULTS[spec.chainId] ?? [];
}

/** Smallest units of whole tokens. */
function whole({ decimals }: DevnetToken, amount: bigint): bigint {
  return amount * 10n ** BigInt(decimals);
}

function deposit(
  builder: Builder,
  { vault, asset, assets }: { vault: Address; asset: DevnetToken; assets: bigint },
): void {
  fund(builder, asset.address, assets);
  const approval = [vault, assets] as const;
  const args = [assets, builder.operator] as const;
  send(
    builder,
    asset.address,
    encodeFunctionData({ abi: vaultAbi, functionName: "approve", args: approval }),
  );
  send(builder, vault, encodeFunctionData({ abi: vaultAbi, functionName: "deposit", args }));
}

/** Gives the operator an amount of a token: wrapped from its own currency, or minted. */
function fund(builder: Builder, token: Address, amount: bigint): void {
  if (token.toLowerCase() === builder.spec.wrappedNative.address.toLowerCase()) {
    builder.queue({ to: token, value: amount, gas: 100_000n, label: `wrap ${amount}` });
    return;
  }
  const args = [builder.operator, amount] as const;
  send(builder, token, encodeFunctionData({ abi: vaultAbi, functionName: "mint", args }));
}

function send(builder: Builder, to: Address, data: `0x${string}`): void {
  builder.queue({ to, data, gas: 400_000n, label: `${data.slice(0, 10)} of ${to}` });
}
