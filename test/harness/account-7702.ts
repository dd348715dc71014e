import { type Address, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ACCOUNT_7702_ADDRESS } from "../../src/api/program/contracts.ts";
import type { RunningService } from "./service.ts";

/** The third of anvil's well-known development accounts. */
const KEY: Hex = "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a";

/** An account of a key that has taken on the code of Weir's EIP-7702 account. */
export interface Account7702 {
  /** Lower-case. */
  readonly address: Address;
  /** Sends a call to itself; mined with the next block. @returns The transaction's hash. */
  callItself(data: Hex, gas: bigint): Promise<Hex>;
}

/** Signs the authorization on chain 1 and sends it; mines a block. */
export async function createAccount7702(weir: RunningService): Promise<Account7702> {
  const account = privateKeyToAccount(KEY);
  const address = account.address.toLowerCase() as Address;
  const wallet = createWalletClient({ account, transport: http(weir.devnet.chains[0]?.url) });
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };
  const authorization = await account.signAuthorization({
    ...{ contractAddress: ACCOUNT_7702_ADDRESS, chainId: 1 },
    nonce: (await weir.node(1).getTransactionCount({ address })) + 1,
  });
  await wallet.sendTransaction({
    ...{ chain: null, to: address, authorizationList: [authorization], gas: 200_000n, ...fees },
  });
  await weir.mine(1);
  return {
    address,
    callItself: (data, gas) =>
      wallet.sendTransaction({ chain: null, to: address, data, gas, ...fees }),
  };
}
