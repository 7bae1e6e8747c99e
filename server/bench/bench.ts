/**
 * `npm run bench`: what the product does in a second, beside the least SQL that does the same on the same database.
 * The client, the floor and the product each have a process or connections of their own. Prints figures and, beside
 * each aim, what was found; judges nothing but answers that are not what they should be. Options:
 *   --products=10000 --variants=3 --orders=100000 --counterparties=300   how much data
 *   --suppliers=1000 --supplier-goods=100           listed suppliers beside, and what each has in the catalogue
 *   --fields=100                                    additional fields, of which each product and variant has a value
 *   --connections=1,16,64 --seconds=3 --rounds=3    how it is measured
 *   --warm=3                                        so long each job is done before, unmeasured
 *   --only=search,ledger                            parts of the jobs' names; import and export are jobs too
 *   --receivers=1000                                of webhooks, where --only=receivers asks for them
 *   --day-rounds=30                                 of sixty orders, that show what an order writes for statistics
 *   --whole=first                                   import and export before the load instead of after it
 *   --json=FILE --markdown=FILE                     the figures, which are printed as JSON too, in files
 *   --keep=FOLDER                                   the data stay there and are found the next time
 *   --workers=2                                     processes of the product that answer requests
 *   --growth                                        lists and searches over 10,000 and over 1,000,000 orders in turn;
 *                                                   --small-orders, --small-products, --small-counterparties
 * DATABASE_URL measures on another PostgreSQL, in a database that may be filled and thrown away; --growth then takes
 * SMALL_DATABASE_URL for the small data set.
 */
import { writeFileSync } from 'node:fs';
import pino from 'pino';
import { readConfig } from '../src/kit/platform/config';
import { capture } from './capture';
import { type DayWrite, dayWriteLine, measureDayWrite } from './day-write';
import { selfCheck } from './green';
import { growthAims, growthFailures, growthMarkdown, measureGrowth } from './growth';
import { makeJobs } from './jobs';
import { KEYS_ENV, keyJobs } from './keys';
import { readMarketWords } from './market';
import { flag, number, numbers, option } from './options';
import { openPlace } from './place';
import { databaseMemory } from './product';
import { aimLine, aimsOf, type Facts, failures, headLine, markdown, megabytes, rowLine, wholeLine } from './report';
import { measureJob, type Row } from './rows';
import { connectCarrier, fillServices, openCarrier, serviceJobs } from './services';
import { signIn } from './session';
import { fillSettled, isOfSettled, measureSettled, settledJobs } from './settled';
import { openSupply } from './waiting';
import type { Whole } from './watch';
import { measureWhole } from './whole';
import { readWords } from './words';

const log = pino({ level: 'warn' }, process.stderr);
const say = (line: string): void => console.log(line);

if (flag('growth')) await growth();
else await speed();

async function growth(): Promise<void> {
  const rows = await measureGrowth(log, say);
  for (const line of ['', ...growthAims(rows)]) say(line);
  write({ rows }, growthMarkdown(rows));
  fail(growthFailures(rows));
}

async function speed(): Promise<void> {
  const sizes = {
    ...{ products: number('products', 10_000), variants: number('variants', 3), orders: number('orders', 100_000) },
    counterparties: number('counterparties', 300),
    fields: number('fields', 0),
    levels: 3,
    attributes: 1 as const,
    purchases: 1 as const,
    marks: 1 as const,
    suppliers: number('suppliers', 1_000),
    supplier_goods: number('supplier-goods', 100),
  };
  const place = await openPlace({ sizes, log, say, url: process.env.DATABASE_URL, keep: option('keep', '') });
  const supply = await openSupply(place.url, place.data, log);
  const carrier = await openCarrier();
  let stop = async (): Promise<void> => undefined;
  try {
    const started = await signIn(place, {
      WORKERS: option('workers', '1'),
      IMPORT_ALLOW_PRIVATE_ADDRESSES: 'on',
      NOVA_POSHTA_URL: carrier.address,
      ...KEYS_ENV,
    });
    const { product, http, client, token, idle } = started;
    stop = () => product.stop();
    const only = option('only', '').split(',');
    const isWanted = (name: string): boolean => only.some((part) => name.includes(part));
    const words = await readWords(place.url, place.data);
    const ofServices = serviceJobs(http, place.data, supply, carrier);
    const byKey = await keyJobs(http, product.address, place.data);
    const found = place.data.suppliers > 0 ? await readMarketWords(place.url) : undefined;
    const ofPeople = await makeJobs(http, place.data, words, { supply, client, found });
    const drawn = isOfSettled(isWanted) ? await fillSettled(place.url, http, place.data) : undefined;
    const settled = drawn ? settledJobs(http, place.data, drawn, client) : [];
    const jobs = [...ofPeople, ...settled, ...ofServices, ...byKey.jobs].filter(({ name }) => isWanted(name));
    if (jobs.some((job) => ofServices.includes(job))) {
      await fillServices(place.url, place.data, log);
      await connectCarrier(http, place.data);
    }
    const config = readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent' });
    const captured = await capture(config, place.url, log, token, jobs);
    const how = { seconds: number('seconds', 3), rounds: number('rounds', 3), warm: number('warm', 3) };
    const measuring = { place, product, captured, supply, ...how, warmed: new Set<string>() };

    const rows: Row[] = [];
    const whole: Whole[] = [];
    const dayWrites: DayWrite[] = [];
    const load = async (): Promise<void> => {
      say(`\n${headLine()}`);
      for (const job of jobs) {
        for (const connections of numbers('connections', '1,16,64')) {
          const row = await measureJob(job, connections, measuring);
          rows.push(row);
          say(rowLine(row));
        }
      }
    };
    const pieces = async (): Promise<void> => {
      const done = await measureWhole(http, place, product, isWanted);
      if (drawn && isWanted('archive of papers'))
        done.push(...(await measureSettled(http, product, place.data, drawn)));
      for (const one of done) {
        whole.push(one);
        say(wholeLine(one));
      }
      if (!isWanted('what an order writes for statistics')) return;
      dayWrites.push(
        ...(await measureDayWrite(place, { config, log, token, supply, rounds: number('day-rounds', 30) })),
      );
      for (const one of dayWrites) say(dayWriteLine(one));
    };
    for (const part of option('whole', 'last') === 'first' ? [pieces, load] : [load, pieces]) await part();

    const audit = await selfCheck(http, place.data.project_id);
    const facts: Facts = {
      first_answer_ms: Math.round(product.firstAnswerMs),
      server_idle: idle,
      server_most: Math.max(idle, ...rows.map((row) => row.server_memory), ...whole.map((one) => one.memory_most)),
      database_memory: databaseMemory(place.pid),
      audit_green: audit.ok === true && audit.failed_at === null,
    };
    const aims = aimsOf(rows, facts, place.sizes);
    say(
      `\ndatabase: ${megabytes(facts.database_memory)} MB; self-audit: ${facts.audit_green ? 'green' : JSON.stringify(audit)}\n`,
    );
    for (const aim of aims) say(aimLine(aim));
    write({ sizes: place.sizes, facts, aims, rows, whole, day_writes: dayWrites }, markdown(rows, whole, aims));
    fail(rows.reduce((sum, row) => sum + failures(row), facts.audit_green ? 0 : 1));
    byKey.close();
    http.close();
    client?.close();
  } finally {
    await stop();
    await supply.close();
    await carrier.close();
    await place.stop();
  }
}

function write(figures: object, text: string): void {
  const json = option('json', '');
  say(`\n${JSON.stringify(figures)}`);
  const document = option('markdown', '');
  if (json) writeFileSync(json, JSON.stringify(figures, null, 2));
  if (document) writeFileSync(document, `${text}\n`);
}

/** Figures of answers that were wrong are worth nothing: the run says so and ends with 1. */
function fail(count: number): void {
  if (count === 0) return;
  console.error(`\n${count} answers, or the self-audit, were not what they should be: these figures do not count`);
  process.exitCode = 1;
}
