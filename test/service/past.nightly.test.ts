import "./past.integration.test.ts";
