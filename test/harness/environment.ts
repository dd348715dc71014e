const OURS =
  /^(PONDER_|DATABASE_|WEIR_|DEVNET_|MAX_|POLLING_|STOP_|HISTORY$|REQUIRE_|TRUSTED_|RATE_|REQUEST_|MIN_|ALL_POOLS_|ADMISSIONS_|QUOTE_|PORT$|HOST$|LOG_LEVEL$|NODE_ENV$|VITEST)/;

/** The caller's environment without anything that configures Weir or Ponder. */
export function neutralEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
}
