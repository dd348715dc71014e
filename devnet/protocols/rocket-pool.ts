import {
  type Address,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
} from "viem";
import type { Builder } from "../builder.ts";
import { GENESIS_TIMESTAMP } from "../chains.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/DefiLlama/DefiLlama-Adapters/blob/1eb4e81d4d/projects/rocketpool/index.js
export const RETH: Address = "0xae78736Cd615f374D3085123A210448E74Fc6393";
export const ROCKET_DEPOSIT_POOL: Address = "0xCE15294273CFb9D9b628F4D61636623decDF4fdC";
// https://github.com/rocket-pool/docs.rocketpool.net/blob/133063e615/docs/de/protocol/contracts-integrations.md
const STORAGE: Address = "0x1d8f8f00cfa6758d7bE78336684788Fb0ee0Fa46";
/** One contract stands for the oracle's, the settings and the queue; storage names it. */
export const ROCKET_NETWORK: Address = generatedAddress("rocket network");

const CONTRACTS: Readonly<Record<string, Address>> = {
  rocketTokenRETH: RETH,
  rocketDepositPool: ROCKET_DEPOSIT_POOL,
  rocketNetworkBalances: ROCKET_NETWORK,
  rocketDAOProtocolSettingsDeposit: ROCKET_NETWORK,
  rocketDAOProtocolSettingsNetwork: ROCKET_NETWORK,
  rocketMinipoolQueue: ROCKET_NETWORK,
};

const ETHER = 10n ** 18n;
const DAY_SECONDS = 86_400n;
const GAS = 500_000n;

/**
 * What the operator, who is the guardian, can do with the devnet's Rocket Pool beyond the calls of
 * anyone.
 */
export const rocketAbi = parseAbi([
  "function setAddress(bytes32 key, address value)",
  "function setBool(bytes32 key, bool value)",
  "function submitBalances(uint256 block, uint256 slotTimestamp, uint256 totalEth, uint256 stakingEth, uint256 rethSupply)",
  "function setSwitches(bool depositEnabled, bool assignDepositsEnabled)",
  "function setDepositSettings(uint256 minimum, uint256 maximumPoolSize, uint256 fee)",
  "function setTargetRethCollateralRate(uint256 rate)",
  "function requestFunds(uint256 amount)",
  "function deposit() payable",
  "function burn(uint256 rethAmount)",
  "function mint(address to, uint256 value)",
]);

/**
 * Rocket Pool: own contracts with the original's ABI and maths, at the price that the token list
 * gives rETH.
 */
export const rocketPool: DevnetProtocol = {
  slug: "rocket-pool",
  compilations: ["rocketPool"],
  async deploy({ builder, compiled, tokens }) {
    const artifact = (name: string) => pickArtifact(compiled.rocketPool, name);
    const args = [STORAGE];
    await deployAt(builder, [
      { address: STORAGE, artifact: artifact("RocketStorage") },
      { address: RETH, artifact: artifact("RocketTokenRETH"), args },
      { address: ROCKET_DEPOSIT_POOL, artifact: artifact("RocketDepositPool"), args },
      { address: ROCKET_NETWORK, artifact: artifact("RocketNetwork"), args },
    ]);
    for (const [name, address] of Object.entries(CONTRACTS)) register(builder, name, address);
    const price = (symbol: string) => tokenBySymbol(tokens, symbol).priceUsd;
    const ratePpm = BigInt(Math.round((price("rETH") / price("WETH")) * 1e6));
    submitBalances(builder, (400_000n * ETHER * ratePpm) / 1_000_000n, 400_000n * ETHER);
    await builder.flush();
  },
  /**
   * Collateral of 5,000 ether for rETH that is burnt, a deposit, and a validator that waits for
   * ether.
   */
  async seed({ builder }) {
    await builder.rpc.request("anvil_setBalance", [RETH, numberToHex(5_000n * ETHER)]);
    const request = [32n * ETHER] as const;
    const calls: readonly { readonly data: Hex; readonly value?: bigint }[] = [
      {
        data: encodeFunctionData({ abi: rocketAbi, functionName: "deposit" }),
        value: 100n * ETHER,
      },
      { data: encodeFunctionData({ abi: rocketAbi, functionName: "requestFunds", args: request }) },
    ];
    for (const call of calls) {
      builder.queue({ to: ROCKET_DEPOSIT_POOL, ...call, gas: GAS, label: "Rocket Pool seed" });
    }
    await builder.flush();
  },
};

function register(builder: Builder, name: string, address: Address): void {
  const named = keccak256(encodePacked(["string", "string"], ["contract.address", name]));
  const exists = keccak256(encodePacked(["string", "address"], ["contract.exists", address]));
  for (const data of [
    encodeFunctionData({ abi: rocketAbi, functionName: "setAddress", args: [named, address] }),
    encodeFunctionData({ abi: rocketAbi, functionName: "setBool", args: [exists, true] }),
  ]) {
    builder.queue({ to: STORAGE, data, gas: GAS, label: `registration of ${name}` });
  }
}

function submitBalances(builder: Builder, totalEth: bigint, rEthSupply: bigint): void {
  const slotTimestamp = BigInt(GENESIS_TIMESTAMP) - DAY_SECONDS;
  const args = [1n, slotTimestamp, totalEth, totalEth, rEthSupply] as const;
  const data = encodeFunctionData({ abi: rocketAbi, functionName: "submitBalances", args });
  builder.queue({ to: ROCKET_NETWORK, data, gas: GAS, label: "submitBalances" });
}
