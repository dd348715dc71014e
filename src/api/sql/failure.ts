import postgres from "postgres";
import { ServiceError } from "../../lib/errors.ts";

/**
 * SQLSTATE classes that a query is to blame for: feature not supported, cardinality violation, data
 * exception, invalid transaction state, syntax error or access rule violation, insufficient
 * resources such as memory, program limit exceeded; and a view that cannot be written, and query
 * canceled.
 *
 * @see https://www.postgresql.org/docs/17/errcodes-appendix.html
 */
const OWN_FAULT = /^(0A|21|22|25|42|53[124]|54|55000|57014)/;
const TOO_MANY_CONNECTIONS = "53300";

/** What a caller is told about the failure of a query; what nobody expects is returned as it is. */
export function explain(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  if (error instanceof postgres.PostgresError) {
    if (error.code === TOO_MANY_CONNECTIONS) {
      const message = "Too many SQL sessions are open; try again in 1 s.";
      return new ServiceError("OVERLOADED", message, { retryAfterSeconds: 1, cause: error });
    }
    if (!OWN_FAULT.test(error.code)) return unavailable(error);
    const message = `is refused by the database: ${error.message}`;
    return new ServiceError("INVALID_ARGUMENT", `The query ${message} (${error.code}).`, {
      details: [{ path: "query", message }],
    });
  }
  const isConnection = error instanceof Error && "code" in error;
  return isConnection ? unavailable(error) : error;
}

function unavailable(cause: unknown): ServiceError {
  const message = "The database does not answer SQL queries; try again in 5 s.";
  return new ServiceError("UPSTREAM_UNAVAILABLE", message, { retryAfterSeconds: 5, cause });
}
