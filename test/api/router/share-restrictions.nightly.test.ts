import "./share-restrictions.test.ts";
