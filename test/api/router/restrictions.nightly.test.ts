import "./restrictions.test.ts";
