import "./first-start.integration.test.ts";
