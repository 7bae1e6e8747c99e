ALTER TABLE "cash_registers" ALTER COLUMN "problem" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "cash_registers" ALTER COLUMN "problem" SET DATA TYPE jsonb USING to_jsonb("problem");--> statement-breakpoint
ALTER TABLE "cash_registers" ALTER COLUMN "problem" SET DEFAULT '""';--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ALTER COLUMN "message" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ALTER COLUMN "message" SET DEFAULT '""';--> statement-breakpoint
ALTER TABLE "fiscal_shifts" ALTER COLUMN "problem" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "fiscal_shifts" ALTER COLUMN "problem" SET DATA TYPE jsonb USING to_jsonb("problem");--> statement-breakpoint
ALTER TABLE "fiscal_shifts" ALTER COLUMN "problem" SET DEFAULT '""';