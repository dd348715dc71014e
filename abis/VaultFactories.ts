import { parseAbi } from "viem";

/** Morpho's factories of vaults: MetaMorpho V1.0 and V1.1. */
export const MetaMorphoFactory = parseAbi([
  "event CreateMetaMorpho(address indexed metaMorpho, address indexed caller, address initialOwner, uint256 initialTimelock, address indexed asset, string name, string symbol, bytes32 salt)",
]);

/** Morpho's factories of Vaults V2. */
export const MorphoVaultV2Factory = parseAbi([
  "event CreateVaultV2(address indexed owner, address indexed asset, bytes32 salt, address indexed newVaultV2)",
]);

/** Euler's factory of vaults, whose asset only they tell. */
export const EulerVaultFactory = parseAbi([
  "event ProxyCreated(address indexed proxy, bool upgradeable, address implementation, bytes trailingData)",
]);

/** Yearn's factories of V3 vaults. */
export const YearnVaultFactory = parseAbi([
  "event NewVault(address indexed vault_address, address indexed asset)",
]);
