import { expect, test } from "vitest";
import { STANDARDS } from "../../src/api/http/routes/standards.ts";
import { executedOn } from "../harness/bundles.ts";
import { sharedService } from "../harness/shared-service.ts";

test("behavior: every standard was executed by one of the suites", async () => {
  const executed = [...executedOn(await sharedService())];
  for (const { name } of STANDARDS) expect(executed).toContain(name);
});
