import { z } from "@hono/zod-openapi";
import { integerOrNullOut, integerOut } from "./values.ts";

/** Records on a page, unless asked otherwise. */
export const PER_PAGE = 1_000;

/** Place of a page in its list, field by field: what is extended would say both of a field. */
export const paginationFields = {
  total: integerOut.openapi({ description: "Records that match, on all pages." }),
  lastPage: integerOut.openapi({ description: "At least 1." }),
  currentPage: integerOut,
  perPage: integerOut.openapi({ description: "Most records on a page." }),
  prev: integerOrNullOut.openapi({ description: "Null on the first page." }),
  next: integerOrNullOut.openapi({ description: "Null on the last page and past it." }),
};

/** Place of a page in its list. */
export const paginationSchema = z.object(paginationFields).openapi("Pagination");

/** A page of a list, and its place. `page` counts from 1; a page past the last is empty. */
export function pageOf<T>(
  records: readonly T[],
  page: number,
  perPage = PER_PAGE,
): { data: T[]; meta: z.output<typeof paginationSchema> } {
  const lastPage = Math.max(1, Math.ceil(records.length / perPage));
  return {
    data: records.slice((page - 1) * perPage, page * perPage),
    meta: {
      total: records.length,
      lastPage,
      currentPage: page,
      perPage,
      prev: page > 1 ? Math.min(page - 1, lastPage) : null,
      next: page < lastPage ? page + 1 : null,
    },
  };
}
