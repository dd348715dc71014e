import "./standard-json.integration.test.ts";
