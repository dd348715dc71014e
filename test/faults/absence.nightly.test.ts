import "./absence.integration.test.ts";
