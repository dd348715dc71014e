/** Why a deployment cannot go on. */
export type DeployFailure =
  | "NODE_UNREACHABLE"
  | "NODE_REFUSED"
  | "WRONG_CHAIN"
  | "CHAIN_TOO_OLD"
  | "NO_KEY"
  | "KEYSTORE_INVALID"
  | "WRONG_PASSWORD"
  | "NO_FUNDS"
  | "WRONG_CODE"
  | "GAS_LIMIT"
  | "DEPLOYER_UNAVAILABLE"
  | "TRANSACTION_PENDING"
  | "TRANSACTION_FAILED";

/** A deployment that cannot go on, for a reason that the operator can change. */
export class DeployError extends Error {
  override readonly name = "DeployError";
  readonly code: DeployFailure;

  constructor(code: DeployFailure, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
