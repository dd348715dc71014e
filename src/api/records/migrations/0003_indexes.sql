CREATE TABLE "weir_app"."chain_indexes" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"schema" text NOT NULL,
	"is_backfilled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weir_app"."secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
