import { type Address, concat, getContractAddress, type Hex, keccak256, pad, toHex } from "viem";
import { lower } from "../../lib/address.ts";

/**
 * The deterministic deployment proxy: calldata is a 32-byte salt and creation code, which it
 * deploys with CREATE2.
 *
 * @see https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const DEPLOYER_ADDRESS: Address = "0x4e59b44847b379578588920ca78fbf26c0b4956c";

/** Salt of every deployment. */
export const DEPLOYMENT_SALT: Hex = toHex("weir", { size: 32 });

/**
 * The router contract on every chain: CREATE2 of `DEPLOYMENT_SALT` and the creation code of
 * `contracts/src/Router.sol`. Here as below no constructor takes an argument, and any change of the
 * contracts, their compiler or its settings gives other addresses.
 */
export const ROUTER_ADDRESS: Address = "0xd3e51bdc8cbf28ba2982f77a0f41ec2ef57eaa97";

/**
 * The router's executor on every chain: the first contract that the router's constructor creates
 * (CREATE, nonce 1).
 */
export const EXECUTOR_ADDRESS: Address = "0x2a0eff0dfc86e76911ab39e019d1f825f5932352";

/** What a smart wallet delegate-calls, on every chain. */
export const DELEGATE_EXECUTOR_ADDRESS: Address = "0x2f81cc289bdcb6da4bcb554a971237e0330c1761";

/** The factory of the owners' own wallets, on every chain. */
export const CORE_WALLET_FACTORY_ADDRESS: Address = "0x7c2a2b8381f219dce4aac6c0a6934dad990ab38e";

/**
 * What those wallets are clones of: the first contract that the factory's constructor creates
 * (CREATE, nonce 1).
 */
export const CORE_WALLET_IMPLEMENTATION_ADDRESS: Address =
  "0x1c0c479bffbf201bcafa52b1a412da4dc7615401";

/** The code that an account of a key pair can make its own (EIP-7702), on every chain. */
export const ACCOUNT_7702_ADDRESS: Address = "0xdf8e0432a8d95573bc0111645e345cbbe7825b82";

/**
 * The adapter through which accounts that pools cannot call back swap on V3 pools, on every chain.
 */
export const PREPAID_V3_ADDRESS: Address = "0xedd8aac61448458d3cdc3a768a78feb647f39f9f";

/** Creation codes of what the deployer deploys; `contracts/build.ts` compiles them. */
export interface CreationCodes {
  readonly router: { readonly bytecode: Hex };
  readonly delegateExecutor: { readonly bytecode: Hex };
  readonly coreWalletFactory: { readonly bytecode: Hex };
  readonly account7702: { readonly bytecode: Hex };
  readonly prepaidV3: { readonly bytecode: Hex };
}

/** One transaction to the deployer, and where it puts its contract. */
export interface Deployment {
  readonly name: keyof CreationCodes;
  readonly address: Address;
  readonly to: Address;
  readonly data: Hex;
}

/**
 * The transactions that deploy all contracts, in any order; the executor and the wallets'
 * implementation come with the router and the factory. The same on every chain.
 */
export function deployments(contracts: CreationCodes): readonly Deployment[] {
  const names = [
    "router",
    "delegateExecutor",
    "coreWalletFactory",
    "account7702",
    "prepaidV3",
  ] as const;
  return names.map((name) => {
    const { bytecode } = contracts[name];
    const from = DEPLOYER_ADDRESS;
    const address = getContractAddress({
      opcode: "CREATE2",
      from,
      salt: DEPLOYMENT_SALT,
      bytecode,
    });
    return {
      name,
      address: lower(address),
      to: DEPLOYER_ADDRESS,
      data: concat([DEPLOYMENT_SALT, bytecode]),
    };
  });
}

/**
 * Creation code of an ERC-1167 clone around the address of its implementation.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1167
 */
const CLONE_CODE_HASH = keccak256(
  concat([
    "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
    CORE_WALLET_IMPLEMENTATION_ADDRESS,
    "0x5af43d82803e903d91602b57fd5bf3",
  ]),
);

/**
 * The wallet of `owner` on every chain, deployed or not; what `CoreWalletFactory.walletOf` answers.
 */
export function coreWalletOf(owner: Address): Address {
  const address = getContractAddress({
    opcode: "CREATE2",
    from: CORE_WALLET_FACTORY_ADDRESS,
    salt: pad(owner, { size: 32 }),
    bytecodeHash: CLONE_CODE_HASH,
  });
  return lower(address);
}
