import { type Address, size } from "viem";

import { NATIVE } from "../../lib/address.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import { isOfRequest } from "../../nodes/guard.ts";
import type { ChainService } from "../chain/service.ts";
import type { Transaction } from "../program/execution.ts";
import type { RouteInput } from "../router/route.ts";
import { wordOf } from "../simulation/caller.ts";
import { allowanceData, approveData } from "../simulation/erc20.ts";
import { askedNode } from "./asked-node.ts";
import { buildApproval } from "./wallet.ts";

/**
 * The approvals that a spender still needs to take some inputs from their owner, for exactly what
 * it takes, or of everything where the token knows nothing between; each after one that resets,
 * where the token changes an allowance only from zero.
 *
 * @throws {ServiceError} `SIMULATION_FAILED` when a token refuses. `UPSTREAM_UNAVAILABLE`.
 */
export async function neededApprovals(
  service: ChainService,
  { owner, spender }: { readonly owner: Address; readonly spender: Address },
  inputs: readonly RouteInput[],
): Promise<readonly Transaction[]> {
  const approvals: Transaction[] = [];
  for (const { token, amount } of inputs) {
    if (token === NATIVE) continue;
    const data = allowanceData(owner, spender);
    const answered = await askedNode(service, () => service.client.call({ to: token, data }));
    const allowance = wordOf(answered.data);
    if (allowance >= amount) continue;
    const approval = (value: bigint): Transaction => {
      return { from: owner, to: token, data: approveData(spender, value), value: 0n };
    };
    if (service.snapshot().defiTokens.get(token)?.token.allowance === "all-or-nothing") {
      approvals.push(approval(MAX_UINT256));
      continue;
    }
    if (!(await isTaken(service, approval(amount)))) {
      // It says why, where that is not the allowance of before.
      if (allowance === 0n) await buildApproval(service, { owner, token, amount, spender });
      approvals.push(approval(0n));
    }
    approvals.push(approval(amount));
  }
  return approvals;
}

/** Whether a token does as it is told; tokens such as USDT answer nothing. */
async function isTaken(service: ChainService, { from, to, data }: Transaction): Promise<boolean> {
  return askedNode(service, async () => {
    try {
      const answered = await service.client.call({ account: from, to, data });
      return size(answered.data ?? "0x") === 0 || wordOf(answered.data) !== 0n;
    } catch (error) {
      if (isOfRequest(error)) return false;
      throw error;
    }
  });
}
