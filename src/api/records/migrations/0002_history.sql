CREATE TABLE "weir_app"."apy" (
	"chain_id" integer NOT NULL,
	"id" text NOT NULL,
	"hour" bigint NOT NULL,
	"percent" double precision,
	CONSTRAINT "apy_chain_id_id_hour_pk" PRIMARY KEY("chain_id","id","hour")
);
--> statement-breakpoint
CREATE TABLE "weir_app"."prices" (
	"chain_id" integer NOT NULL,
	"token" text NOT NULL,
	"hour" bigint NOT NULL,
	"usd" double precision,
	CONSTRAINT "prices_chain_id_token_hour_pk" PRIMARY KEY("chain_id","token","hour")
);
--> statement-breakpoint
CREATE TABLE "weir_app"."recorded_hours" (
	"chain_id" integer NOT NULL,
	"hour" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_timestamp" bigint NOT NULL,
	CONSTRAINT "recorded_hours_chain_id_hour_pk" PRIMARY KEY("chain_id","hour")
);
--> statement-breakpoint
CREATE TABLE "weir_app"."tvl" (
	"chain_id" integer NOT NULL,
	"id" text NOT NULL,
	"hour" bigint NOT NULL,
	"usd" double precision,
	CONSTRAINT "tvl_chain_id_id_hour_pk" PRIMARY KEY("chain_id","id","hour")
);
--> statement-breakpoint
CREATE INDEX "apy_hour" ON "weir_app"."apy" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "prices_hour" ON "weir_app"."prices" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "tvl_hour" ON "weir_app"."tvl" USING brin ("hour");--> statement-breakpoint
COMMENT ON TABLE "weir_app"."recorded_hours" IS 'Hours (start in seconds since the epoch) whose start was recorded in prices, tvl and apy, each from the block named here: the first seen at or after it or, when filled in later, the last one up to it.';--> statement-breakpoint
COMMENT ON TABLE "weir_app"."prices" IS 'US dollars of a whole token at the start of an hour. A row only where the value is another than an hour before; null: unknown again.';--> statement-breakpoint
COMMENT ON TABLE "weir_app"."tvl" IS 'US dollars that a pool, vault, market or staking contract held at the start of an hour, tokens without a price left out; id: of the pool, of each token it issues, of each position. A row only where the value is another than an hour before; null: unknown again.';--> statement-breakpoint
COMMENT ON TABLE "weir_app"."apy" IS 'Yield of a token or position at the start of an hour, percent per year without compounding. A row only where the value is another than an hour before; null: no longer issued.';
