import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  zeroAddress,
  zeroHash,
} from "viem";
import type { Builder } from "../builder.ts";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { asHex } from "../rpc.ts";
import { type Artifact, pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";

// https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
const METAMORPHO_V1: Address = "0xA9c3D3a366466Fa809d1Ae982Fb2c46E5fC41101";
// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
const METAMORPHO_V1_1: Address = "0x1897A8997241C1cD4bD0698647e4EB7213535c24";
// https://github.com/euler-xyz/euler-interfaces/blob/8007d05e63/addresses/1/CoreAddresses.json
const EULER: Address = "0x29a56a1b8214D9Cf7c5561811750D5cBDb45CC8e";
// https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.ethereum.go
const YEARN_3_0_2: Address = "0x444045c5C13C246e117eD36437303cac8E250aB0";
// https://github.com/yearn/ydaemon/blob/6e24b123a8/common/env/chain.ethereum.go
export const YEARN_3_0_4: Address = "0x770D0d1Fb036483Ed4AbB6d53c1C88fb277D812F";

const factoryAbi = parseAbi([
  "function enter(address vault)",
  "function createMetaMorpho(address initialOwner, uint256 initialTimelock, address asset, string name, string symbol, bytes32 salt) returns (address)",
  "function createProxy(address implementation, bool upgradeable, bytes trailingData) returns (address)",
  "function deploy_new_vault(address asset, string name, string symbol, address role_manager, uint256 profit_max_unlock_time) returns (address)",
]);

const FACTORIES: readonly (readonly [Address, string])[] = [
  [METAMORPHO_V1, "MetaMorphoFactory"],
  [METAMORPHO_V1_1, "MetaMorphoFactory"],
  [EULER, "EulerFactory"],
  [YEARN_3_0_2, "YearnVaultFactory"],
  [YEARN_3_0_4, "YearnVaultFactory"],
];

/** The factory that a vault at a real address is entered in, by the vault's contract. */
const ENTERED_IN: Readonly<Record<string, Address>> = {
  InvestingVault: METAMORPHO_V1,
  YearnVault: YEARN_3_0_2,
};

/** Making a vault takes some 2 million. */
const CREATION_GAS = 4_000_000n;

/** Puts the factories of Ethereum at their real addresses. */
export async function deployFactories(
  builder: Builder,
  artifacts: Readonly<Record<string, Artifact>>,
): Promise<void> {
  const deployments = FACTORIES.map(([address, contract]): Deployment => {
    return { address, artifact: pickArtifact(artifacts, contract) };
  });
  await deployAt(builder, deployments);
}

/** Has the factories of Ethereum tell of vaults that stand at their real addresses. */
export async function enterVaults(
  builder: Builder,
  vaults: readonly { readonly address: Address; readonly contract: string }[],
): Promise<void> {
  for (const { address, contract } of vaults) {
    const to = ENTERED_IN[contract];
    if (to === undefined) throw new Error(`No factory makes a ${contract}.`);
    const data = encodeFunctionData({ abi: factoryAbi, functionName: "enter", args: [address] });
    builder.queue({ to, data, gas: 200_000n, label: `enter ${address}` });
  }
  await builder.flush();
}

/** A vault that a factory made, and whole assets that the operator deposits. */
export interface MadeVault {
  readonly address: Address;
  readonly asset: string;
  readonly seed: bigint;
}

/** Has each brand's newest factory of Ethereum make a vault, which the operator owns. */
export async function makeVaults(
  builder: Builder,
  tokens: readonly DevnetToken[],
): Promise<readonly MadeVault[]> {
  const { operator } = builder;
  const asset = (symbol: string) => tokenBySymbol(tokens, symbol).address;
  const morpho = encodeFunctionData({
    ...{ abi: factoryAbi, functionName: "createMetaMorpho" },
    args: [operator, 86_400n, asset("USDT"), "Smokehouse USDT", "bbqUSDT", zeroHash],
  });
  const data = encodePacked(
    ["address", "address", "address"],
    [asset("USDC"), zeroAddress, zeroAddress],
  );
  const euler = encodeFunctionData({
    ...{ abi: factoryAbi, functionName: "createProxy", args: [zeroAddress, true, data] },
  });
  const yearn = encodeFunctionData({
    ...{ abi: factoryAbi, functionName: "deploy_new_vault" },
    args: [asset("DAI"), "DAI-2 yVault", "yvDAI-2", operator, 864_000n],
  });
  return [
    { address: await make(builder, METAMORPHO_V1_1, morpho), asset: "USDT", seed: 2_500_000n },
    { address: await make(builder, EULER, euler), asset: "USDC", seed: 8_000_000n },
    { address: await make(builder, YEARN_3_0_4, yearn), asset: "DAI", seed: 4_000_000n },
  ];
}

/** Has a factory make a vault; its address. */
export async function make(builder: Builder, to: Address, data: Hex): Promise<Address> {
  const call = { from: builder.operator, to, data };
  const returned = asHex(await builder.rpc.request("eth_call", [call, "latest"]));
  builder.queue({ to, data, gas: CREATION_GAS, label: `a vault of ${to}` });
  await builder.flush();
  return decodeFunctionResult({ abi: factoryAbi, functionName: "createProxy", data: returned });
}
