CREATE TABLE "weir_app"."token_verdicts" (
	"chain_id" integer NOT NULL,
	"token" text NOT NULL,
	"reason" text,
	"block_number" bigint NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_verdicts_chain_id_token_pk" PRIMARY KEY("chain_id","token")
);
--> statement-breakpoint
CREATE INDEX "token_verdicts_checked_at" ON "weir_app"."token_verdicts" USING btree ("chain_id","checked_at");