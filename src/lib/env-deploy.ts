import { z } from "zod";
import { EnvironmentError } from "./env.ts";
import type { Source } from "./env-chains.ts";

/** What `npm run deploy:contracts` alone reads; the service never does. */
export interface DeployEnvironment {
  /** 32 bytes in hexadecimal digits, without 0x. */
  readonly deployerKey: string | null;
  readonly keystorePassword: string | null;
}

const variables = z.object({
  WEIR_DEPLOYER_KEY: z
    .string()
    .transform((key) => key.trim().replace(/^0x/, ""))
    .refine(
      (key) => /^[0-9a-fA-F]{64}$/.test(key),
      "is not a private key of 64 hexadecimal digits (not shown); set one, or unset it and use --keystore.",
    )
    .optional(),
  WEIR_KEYSTORE_PASSWORD: z.string().optional(),
});

/** Every variable that deploying reads besides those of the service. */
export const DEPLOY_VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

/**
 * Validates `source`. A blank variable counts as unset.
 *
 * @throws EnvironmentError, without the value.
 */
export function readDeployEnvironment(source: Source): DeployEnvironment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new EnvironmentError(
      parsed.error.issues.map(({ path, message }) => ({ variable: String(path[0]), message })),
    );
  }
  const { WEIR_DEPLOYER_KEY, WEIR_KEYSTORE_PASSWORD } = parsed.data;
  return {
    deployerKey: WEIR_DEPLOYER_KEY ?? null,
    keystorePassword: WEIR_KEYSTORE_PASSWORD ?? null,
  };
}
