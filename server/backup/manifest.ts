import { z } from 'zod';

/** Grows when an older program could not read a newer archive. */
export const FORMAT = 1;

const Sum = z.string().regex(/^[0-9a-f]{64}$/);

export const BackupTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of all rows, whatever their order: see rows.ts. */
  sum: z.string(),
  /** SHA-256 of each part of the archive, in order. */
  parts: z.array(Sum),
});
export type BackupTable = z.infer<typeof BackupTable>;

export const BackupFile = z.object({ path: z.string(), bytes: z.int(), sum: Sum });
export type BackupFile = z.infer<typeof BackupFile>;

/** The last entry of the archive: what must be in it, to the byte and to the row. */
export const Manifest = z.object({
  product: z.literal('lanka'),
  format: z.int(),
  version: z.string(),
  created_at: z.iso.datetime(),
  /** The schema: hashes of the migrations that made it, and the version of the job queue's tables. */
  migrations: z.array(z.string()),
  queue: z.int(),
  tables: z.array(BackupTable),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  files: z.array(BackupFile),
  /** Where the files of users are when they are not in the archive. */
  s3: z.object({ endpoint: z.string(), bucket: z.string(), region: z.string() }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export const nameOf = (table: Pick<BackupTable, 'schema' | 'name'>): string => `${table.schema}.${table.name}`;

/** What the one who asked can mend: told in a line, without a stack. */
export class BackupError extends Error {
  constructor(ua: string, en: string) {
    super(`${ua}\n${en}`);
    this.name = 'BackupError';
  }
}
