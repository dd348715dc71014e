import {
  isProviderName,
  PROVIDER_CLASSES,
  type ProviderName,
} from "../../devnet/provider/classes.ts";

/**
 * What kind of rented nodes services under test run behind: that of a round over all of them, which
 * sets `WEIR_TEST_PROVIDER`, else the one that a test has in `npm test`; undefined: none.
 */
export function rentedClass(always?: ProviderName): ProviderName | undefined {
  const name = process.env.WEIR_TEST_PROVIDER;
  if (name === undefined) return always;
  if (isProviderName(name)) return name;
  const known = Object.keys(PROVIDER_CLASSES).join(", ");
  throw new Error(`WEIR_TEST_PROVIDER is ${name}; set one of ${known}.`);
}

/** As `rentedClass`, for the options of a devnet. */
export function rented(): { readonly provider?: ProviderName } {
  const provider = rentedClass();
  return provider === undefined ? {} : { provider };
}
