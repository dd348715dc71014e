import { type Address, concat, getContractAddress, type Hex, keccak256, pad, toHex } from "viem";
import { lower, NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";

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
export const ROUTER_ADDRESS: Address = "0xfd6c9a86b7799a09ab101d20ed3b9aa034d32150";

/**
 * Where programs without calls run, of all callers of the router, on every chain: the first
 * contract that the router's constructor creates (CREATE, nonce 1).
 */
export const SHARED_EXECUTOR_ADDRESS: Address = "0x468d791041325adf4945b3754aa50c9444f1ee21";

/**
 * What the callers' own executors are clones of: the second contract that the router's constructor
 * creates (CREATE, nonce 2).
 */
export const EXECUTOR_IMPLEMENTATION_ADDRESS: Address =
  "0x8736c8c30521c4637744cffcbb639d0eef61b640";

/** What a smart wallet delegate-calls, on every chain. */
export const DELEGATE_EXECUTOR_ADDRESS: Address = "0x43c9e986bcae8055b1782719b180f28c734d04af";

/** The factory of the owners' own wallets, on every chain. */
export const CORE_WALLET_FACTORY_ADDRESS: Address = "0xa396341b55ea9c6706cb682666c712d008fe1bac";

/**
 * What those wallets are clones of: the first contract that the factory's constructor creates
 * (CREATE, nonce 1).
 */
export const CORE_WALLET_IMPLEMENTATION_ADDRESS: Address =
  "0x6d168a098b39ac8497725bd07bd96716489301c2";

/** The code that an account of a key pair can make its own (EIP-7702), on every chain. */
export const ACCOUNT_7702_ADDRESS: Address = "0x81680947f5917b943a2e679edfe918149ba2c40e";

/**
 * The adapter through which accounts that pools cannot call back swap on V3 pools, on every chain.
 */
export const PREPAID_V3_ADDRESS: Address = "0xedd8aac61448458d3cdc3a768a78feb647f39f9f";

/**
 * The adapter through which accounts that a manager cannot call back swap on V4 pools, on every
 * chain.
 */
export const PREPAID_V4_ADDRESS: Address = "0xdc17587d9e33c3412da4a9c278de2a644e01a1a8";

/** The same for pools of PancakeSwap Infinity. */
export const PREPAID_INFINITY_ADDRESS: Address = "0x9bfaf488f57813a62730fcb852b6d4ae37c41f0e";

/** What the deployer deploys: where these are, all are. */
export const DEPLOYED_ADDRESSES: readonly Address[] = [
  ROUTER_ADDRESS,
  DELEGATE_EXECUTOR_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  ACCOUNT_7702_ADDRESS,
  PREPAID_V3_ADDRESS,
  PREPAID_V4_ADDRESS,
  PREPAID_INFINITY_ADDRESS,
];

const OWN: ReadonlySet<Address> = new Set([
  ...DEPLOYED_ADDRESSES,
  SHARED_EXECUTOR_ADDRESS,
  EXECUTOR_IMPLEMENTATION_ADDRESS,
  CORE_WALLET_IMPLEMENTATION_ADDRESS,
]);

/**
 * Whether what is sent to an address, lower-case, would be lost: the zero address, the one that
 * stands for the native currency, and Weir's contracts, which hold nothing for anybody.
 */
export function isLossy(address: Address): boolean {
  return address === ZERO_ADDRESS || address === NATIVE || OWN.has(address);
}

/** Creation codes of what the deployer deploys; `contracts/compiled.json` has them. */
export interface CreationCodes {
  readonly router: { readonly bytecode: Hex };
  readonly delegateExecutor: { readonly bytecode: Hex };
  readonly coreWalletFactory: { readonly bytecode: Hex };
  readonly account7702: { readonly bytecode: Hex };
  readonly prepaidV3: { readonly bytecode: Hex };
  readonly prepaidV4: { readonly bytecode: Hex };
  readonly prepaidInfinity: { readonly bytecode: Hex };
}

/** One transaction to the deployer, and where it puts its contract. */
export interface Deployment {
  readonly name: keyof CreationCodes;
  readonly address: Address;
  readonly to: Address;
  readonly data: Hex;
}

/**
 * The transactions that deploy all contracts, in any order; the executors' and the wallets'
 * implementations come with the router and the factory. The same on every chain.
 */
export function deployments(contracts: CreationCodes): readonly Deployment[] {
  const names = [
    "router",
    "delegateExecutor",
    "coreWalletFactory",
    "account7702",
    "prepaidV3",
    "prepaidV4",
    "prepaidInfinity",
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

const EXECUTOR_CODE_HASH = cloneCodeHash(EXECUTOR_IMPLEMENTATION_ADDRESS);
const WALLET_CODE_HASH = cloneCodeHash(CORE_WALLET_IMPLEMENTATION_ADDRESS);

/**
 * Where the router runs the programs of `caller` that make calls, on every chain, deployed or not;
 * what `Router.executorOf` answers.
 */
export function executorOf(caller: Address): Address {
  return cloneOf(caller, { from: ROUTER_ADDRESS, bytecodeHash: EXECUTOR_CODE_HASH });
}

/**
 * The wallet of `owner` on every chain, deployed or not; what `CoreWalletFactory.walletOf` answers.
 */
export function coreWalletOf(owner: Address): Address {
  return cloneOf(owner, { from: CORE_WALLET_FACTORY_ADDRESS, bytecodeHash: WALLET_CODE_HASH });
}

function cloneOf(
  owner: Address,
  made: { readonly from: Address; readonly bytecodeHash: Hex },
): Address {
  const salt = pad(owner, { size: 32 });
  return lower(getContractAddress({ opcode: "CREATE2", salt, ...made }));
}

/**
 * Hash of the creation code of an ERC-1167 clone around the address of its implementation.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1167
 */
function cloneCodeHash(implementation: Address): Hex {
  return keccak256(
    concat([
      "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
      implementation,
      "0x5af43d82803e903d91602b57fd5bf3",
    ]),
  );
}
