import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { openSecrets } from './secrets';

const newKey = () => randomBytes(32).toString('base64');
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lanka-secrets-'));
});

it('opens what it sealed, where it belongs and nowhere else', async () => {
  const secrets = await openSecrets({ dataDir });
  const sealed = await secrets.seal('ключ-від-служби', 'nova_poshta 1');
  expect(sealed).not.toContain('ключ');
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('ключ-від-служби');
  expect(await secrets.open(sealed, 'nova_poshta 1')).toBe('ключ-від-служби');
  await expect(secrets.open(sealed, 'nova_poshta 2')).rejects.toThrow('belongs elsewhere');
  const [head, ...rest] = sealed.split('.');
  const other = (await secrets.seal('інше', 'nova_poshta 1')).split('.');
  await expect(secrets.open([head, ...rest.slice(0, 2), other[3], rest[3]].join('.'), 'nova_poshta 1')).rejects.toThrow(
    'tampered',
  );
  await expect(secrets.open('no secret', 'nova_poshta 1')).rejects.toThrow('tampered');
});

it('keeps its key in the data folder, for its user alone, and finds it again', async () => {
  const sealed = await (await openSecrets({ dataDir })).seal('таємниця', 'checkbox 1');
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(await (await openSecrets({ dataDir })).open(sealed, 'checkbox 1')).toBe('таємниця');
});

it('opens by an older key too, and says that it is one', async () => {
  const [older, newer] = [newKey(), newKey()];
  const sealed = await (await openSecrets({ dataDir, secretsKeys: [older] })).seal('таємниця', 'checkbox 1');
  const both = await openSecrets({ dataDir, secretsKeys: [newer, older] });
  expect([await both.open(sealed, 'checkbox 1'), both.isOld(sealed)]).toEqual(['таємниця', true]);
  const anew = await both.seal('таємниця', 'checkbox 1');
  expect(both.isOld(anew)).toBe(false);
  const without = await openSecrets({ dataDir, secretsKeys: [newer] });
  expect(await without.open(anew, 'checkbox 1')).toBe('таємниця');
  await expect(without.open(sealed, 'checkbox 1')).rejects.toThrow('its key is gone');
});

it('seals anew what an older key has sealed, and leaves what nobody can read', async () => {
  const [older, newer, lost] = [newKey(), newKey(), newKey()];
  const sealed = async (...secretsKeys: string[]) =>
    (await openSecrets({ dataDir, secretsKeys })).seal('таємниця', 'checkbox 1');
  const both = await openSecrets({ dataDir, secretsKeys: [newer, older] });
  const anew = await both.renew(await sealed(older), 'checkbox 1');
  const without = await openSecrets({ dataDir, secretsKeys: [newer] });
  expect(await without.open(anew ?? '', 'checkbox 1')).toBe('таємниця');
  for (const one of [await sealed(newer), await sealed(lost), 'nothing that was sealed'])
    expect(await both.renew(one, 'checkbox 1')).toBeNull();
});

it('is sealed anew by every slice that seals: else its secrets are lost with the older key', () => {
  const slices = fileURLToPath(new URL('../../', import.meta.url));
  const read = (path: string) => readFileSync(join(slices, path), 'utf8');
  const sealing = readdirSync(slices, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('entries.ts'))
    .filter((path) => !path.startsWith('kit') && read(path).includes('secrets.seal('))
    .map((path) => path.split(sep)[0] ?? '');
  const found = [...new Set(sealing)].sort();
  expect(found).toContain('webhooks');
  for (const slice of found) expect(read(join(slice, 'slice.ts')), slice).toContain('on(resealed,');
});
