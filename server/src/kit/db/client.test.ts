import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database';
import { QuickClient } from './client';

let client: QuickClient;
beforeAll(async () => {
  client = new QuickClient({ connectionString: (await testDatabase()).url, pipeline: true } as pg.ClientConfig);
  await client.connect();
});
afterAll(() => client.end());

/** The messages that a statement sends, each as its letter and its bytes. */
async function sentBy(work: () => Promise<unknown>): Promise<[string, string][]> {
  const { stream } = (client as unknown as { connection: { stream: { write(bytes: Buffer): boolean } } }).connection;
  const write = stream.write;
  const parts: Buffer[] = [];
  stream.write = (bytes) => {
    parts.push(Buffer.from(bytes));
    return write.call(stream, bytes);
  };
  await work().finally(() => {
    stream.write = write;
  });
  const bytes = Buffer.concat(parts);
  const messages: [string, string][] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    messages.push([String.fromCharCode(bytes[at] ?? 0), bytes.toString('hex', at, end)]);
    at = end;
  }
  return messages;
}

const statement = {
  text: 'select $1::int as n, $2::text as t, $3::uuid[] as ids, null as nothing where $4',
  values: [7, 'ї', ['018f0000-0000-7000-8000-000000000001'], true],
};
const ask = () =>
  client.query({ text: statement.text, name: 'asked', types: pg.types }, statement.values) as Promise<pg.QueryResult>;

it('a statement that was asked before is bound and executed in the driver’s own bytes, and nothing else is sent', async () => {
  const first = await sentBy(ask);
  expect(first.map(([letter]) => letter).join('')).toBe('PBDES');
  const again = await sentBy(ask);
  expect(again).toEqual(first.filter(([letter]) => 'BES'.includes(letter)));
});

it('answers as the driver does', async () => {
  const answers = [await ask(), await ask()].map(({ rows, fields, rowCount, command }) => [
    rows.map((row) => ({ ...row })),
    fields.map(({ name, dataTypeID }) => [name, dataTypeID]),
    rowCount,
    command,
  ]);
  // without a name the driver does it all by itself
  const { text, values } = statement;
  const own = (await client.query(text, values)) as pg.QueryResult;
  const names = own.fields.map(({ name, dataTypeID }) => [name, dataTypeID]);
  const expected = [own.rows.map((row) => ({ ...row })), names, own.rowCount, own.command];
  expect(answers).toEqual([expected, expected]);
});
