import "./families.integration.test.ts";
