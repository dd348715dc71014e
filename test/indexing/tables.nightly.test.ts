import "./tables.integration.test.ts";
