/**
 * `npm run backup -- --to=FILE|FOLDER`: one archive with everything of this deployment, while it runs or while it is
 * stopped. Configuration as for the product (DATA_DIR, DATABASE_URL, S3_*). Options:
 *   --keep=N   in a folder, removes the oldest archives beyond so many, after the new one is whole
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BackupError } from './manifest';
import { config, openPlace } from './place';
import { keepNewest, targetFile, writeBackup } from './write';

const option = (name: string): string | undefined =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);

async function main(): Promise<void> {
  const to = option('to');
  const keep = Number(option('keep') ?? 0);
  if (!to || !Number.isInteger(keep) || keep < 0)
    throw new BackupError(
      'npm run backup -- --to=ФАЙЛ|ТЕКА/ [--keep=N]',
      'npm run backup -- --to=FILE|FOLDER/ [--keep=N]',
    );
  const file = targetFile(to, new Date());
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const began = performance.now();
  const place = await openPlace();
  try {
    const { manifest, bytes, gone } = await writeBackup(place.url, config, file, version);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${file}: ${(bytes / 1024 / 1024).toFixed(1)} MB, ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
    console.log(
      `${manifest.tables.length} tables, ${rows} rows, ${manifest.files.length} files; database: ${place.kind}`,
    );
    if (gone > 0) console.log(`${gone} files were removed by the product meanwhile`);
    if (manifest.s3) {
      console.log(
        `Файли лежать у S3 (${manifest.s3.bucket}) і до копії не входять: увімкніть там версії / ` +
          `Files are in S3 (${manifest.s3.bucket}) and not in the archive: turn versioning on there`,
      );
    }
    if (keep > 0) for (const name of keepNewest(dirname(file), keep)) console.log(`removed ${name}`);
  } finally {
    await place.close();
  }
}

main().catch((error: unknown) => {
  console.error(
    error instanceof BackupError || (error as Error).constructor === Error ? (error as Error).message : error,
  );
  process.exit(1);
});
