import "./indexes.integration.test.ts";
