/** A log of a chef, as far as it is used. */
export interface ChefLog {
  readonly eventName: "Deposit" | "Withdraw" | "EmergencyWithdraw";
  readonly args: { readonly amount: bigint };
}

/** All stakes of a pool after a log. */
export function stakedAfter(staked: bigint, { eventName, args }: ChefLog): bigint {
  return eventName === "Deposit" ? staked + args.amount : staked - args.amount;
}
