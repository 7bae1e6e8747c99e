/**
 * `npm run restore -- --from=FILE`: into an empty DATA_DIR, or an empty database (DATABASE_URL) with an empty DATA_DIR.
 * The archive is read through and compared with its manifest first; what was restored is compared with it afterwards,
 * every table and every file, and the self-check of all projects must be green. Options:
 *   --aside    moves a DATA_DIR that is not empty out of the way (nothing is deleted)
 *   --verify   compares what is there with the archive and changes nothing
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SECRETS_FILE } from '../src/kit/auth/secrets';
import { lockDataDir } from '../src/kit/platform/data-lock';
import { startEmbedded } from '../src/kit/platform/embedded';
import { checkArchive } from './archive';
import { BackupError, type Manifest } from './manifest';
import { config, log, openPlace } from './place';
import { assertEmpty, assertReadable, compare, restoreDatabase, restoreFiles } from './read';

const option = (name: string): string | undefined =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const flag = (name: string): boolean => process.argv.includes(`--${name}`);
const { dataDir } = config;

async function main(): Promise<void> {
  const from = option('from');
  if (!from || !existsSync(from))
    throw new BackupError(
      'npm run restore -- --from=ФАЙЛ [--aside] [--verify]',
      `npm run restore -- --from=FILE [--aside] [--verify]${from ? `: no such file ${from}` : ''}`,
    );
  const began = performance.now();
  const manifest = await checkArchive(from);
  await assertReadable(manifest);
  if (flag('verify')) await verify(manifest);
  else await restore(from, manifest);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${manifest.tables.length} tables, ${rows} rows, ${manifest.files.length} files are the same, ${seconds} s`,
  );
}

async function verify(manifest: Manifest): Promise<void> {
  const place = await openPlace();
  try {
    const wrong = await compare(place.url, dataDir, manifest);
    if (wrong.length > 0) throw new BackupError(`Відрізняється: ${wrong.length}`, wrong.join('\n'));
  } finally {
    await place.close();
  }
}

/** What of ours is in the data folder. */
const contents = (): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !['lock', 'postgres.log'].includes(name)) : [];

async function moveAside(): Promise<string> {
  const lock = await lockDataDir({ dataDir });
  const stamp = new Date().toISOString().replace(/[-:]/g, '').slice(0, 15);
  const aside = `${dataDir}.aside-${stamp}`;
  renameSync(dataDir, aside);
  lock.release();
  console.log(`${dataDir} → ${aside}`);
  return aside;
}

async function restore(from: string, manifest: Manifest): Promise<void> {
  const aside = contents().length > 0 && flag('aside') ? await moveAside() : undefined;
  const there = contents();
  if (there.length > 0) {
    throw new BackupError(
      `Каталог ${dataDir} не порожній: ${there.join(', ')}. Вкажіть інший DATA_DIR або додайте --aside, щоб відсунути його.`,
      `The folder ${dataDir} is not empty: ${there.join(', ')}. Name another DATA_DIR, or add --aside to move it out of the way.`,
    );
  }
  const server = config.databaseUrl;
  if (server) await assertEmpty(server);
  const embedded = server ? undefined : await startEmbedded({ dataDir, log });
  try {
    await restoreFiles(dataDir, from, manifest);
    await restoreDatabase(server ?? embedded?.url ?? '', from, manifest);
    const wrong = await compare(server ?? adminOf(embedded?.adminUrl ?? ''), dataDir, manifest);
    if (wrong.length > 0) throw new Error(`after the restore: ${wrong.join('; ')}`);
    if (aside) keepSecretsKey(aside);
  } catch (error) {
    await embedded?.stop();
    undo();
    throw error;
  }
  await embedded?.stop();
}

/** No archive has the key of secrets; on the same machine it stays what it was, or no service could be asked any more. */
function keepSecretsKey(aside: string): void {
  const key = join(aside, SECRETS_FILE);
  if (existsSync(key)) copyFileSync(key, join(dataDir, SECRETS_FILE));
}

function adminOf(url: string): string {
  const admin = new URL(url);
  admin.pathname = '/lanka';
  return admin.href;
}

/** The folder was empty before; as root the cluster may lie elsewhere, as its settings say. */
function undo(): void {
  const settings = join(dataDir, 'postgres.json');
  if (existsSync(settings)) {
    const { directory } = JSON.parse(readFileSync(settings, 'utf8')) as { directory: string };
    rmSync(directory, { recursive: true, force: true });
  }
  for (const name of ['files', 'files.key', 'postgres.json', 'postgres']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(
    error instanceof BackupError || (error as Error).constructor === Error ? (error as Error).message : error,
  );
  process.exit(1);
});
