/**
 * The import law: which file may import which. `node scripts/import-law.mjs` lists every breach, by file and line.
 *
 * 1. web and server import domain, never each other; domain imports only zod. sdk is for programs of others and imports
 *    nothing of ours; its library does not import its command line (sdk/src/cli). mcp imports of ours the SDK alone.
 * 2. A slice imports strictly lower levels; kit imports no slice; only main and app know all slices. The level stands
 *    in the slice's manifest, server/src/<slice>/slice.ts or web/src/<slice>/slice.tsx: `--levels` prints them all.
 * 3. Between slices only through index.ts. In tables.ts and *.store.ts also a lower slice's tables.ts: for a foreign
 *    key and for reading in a JOIN. Writes go through the owner's index.ts.
 * 4. SQL only in *.store.ts, tables.ts and server/src/kit; Fastify only in server/src/kit; network calls only in
 *    web/src/kit and in a server slice's client.ts.
 * 5. No circles. A folder that is neither `kit` nor a slice with a manifest is an error.
 * 6. A table named in SQL is an import of its slice: read from the same or a higher level, or written from outside its
 *    slice, it is a breach. Exceptions stand in sql-exceptions.mjs, with their reasons.
 *
 * Tests may reach anything inside their own package, and the SDK: they look at the whole from outside.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { ROOT } from './lib.mjs';
import { SQL_EXCEPTIONS } from './sql-exceptions.mjs';
import { sqlOf, tablesIn } from './sql-tables.mjs';

const FOLDERS = ['domain/src', 'server/src', 'server/test', 'web/src', 'e2e', 'sdk/src', 'mcp/src'];
const SLICED = ['domain', 'server', 'web'];
/** Slices of domain whose contracts kit may import, because it carries them for all: sessions, uploads. */
const KIT_CONTRACTS = ['identity', 'files'];
/** Of domain: what the slices' permissions are listed in. kit makes the table of them that all packages ask. */
const PERMISSIONS = 'domain/src/permissions.ts';
const SQL_PACKAGES = ['drizzle-orm', 'pg', 'pg-boss'];
const SQL_METHODS = new Set([
  'select',
  'selectDistinct',
  'insert',
  'update',
  'delete',
  'execute',
  'rows',
  'query',
  'with',
]);
const WRITING_METHODS = new Set(['insert', 'update', 'delete']);
const NETWORK_PACKAGES = [
  'node:http',
  'node:https',
  'node:http2',
  'http',
  'https',
  'http2',
  'undici',
  'axios',
  'openid-client',
];
const NETWORK_GLOBALS = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket']);
const isPackage = (specifier, name) => specifier === name || specifier.startsWith(`${name}/`);

function* sources(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', 'dist', 'fixtures'].includes(entry.name)) yield* sources(path);
    else if (/\.(ts|tsx|mts|js|jsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

/** Where a file stands: its package, its slice (or `kit`, or nothing for the wiring) and whether it is a test. */
function place(path) {
  const [workspace, folder, area, ...rest] = path.split('/');
  const isEntries = /^server\/src\/[^/]+\/entries\.ts$/.test(path); // what server/test collects of each slice
  const isTest = isEntries || /\.test\.[a-z]+$/.test(path) || folder === 'test' || workspace === 'e2e';
  const slice = folder === 'src' && rest.length > 0 ? area : undefined;
  return { path, workspace, slice, isTest, name: posix.basename(path).replace(/\.[a-z]+$/, ''), depth: rest.length };
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const [key, value] of Object.entries(node))
      if (key !== 'parent' && typeof value === 'object') walk(value, visit);
  }
}

/** The imports of a file (of types and late ones too), its calls of the network and of SQL, and the tables it speaks of. */
function read(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const imports = [];
  const calls = [];
  /** Tables that it makes, `{ name, as }`, that its SQL names, and that the query builder writes, `{ name, writes, line }`. */
  const made = [];
  const named = [];
  const add = (source, node, late = false) => {
    if (typeof source?.value !== 'string') return;
    const locals = (node.specifiers ?? []).map(({ local, imported, type }) => ({
      local: local?.name,
      imported: type === 'ImportSpecifier' ? imported.name : '*',
    }));
    imports.push({ specifier: source.value, line: lineOf(node.start), late, locals });
  };
  walk(program, (node) => {
    const statement = sqlOf(node);
    if (statement !== null) {
      for (const table of tablesIn(statement)) named.push({ ...table, line: lineOf(node.start) });
    }
    if (node.type === 'VariableDeclarator' && node.init?.callee?.name === 'pgTable')
      made.push({ name: node.init.arguments[0]?.value, as: node.id.name });
    if (/^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration)$/.test(node.type)) add(node.source, node);
    else if (node.type === 'ImportExpression') add(node.source, node, true);
    else if (node.type === 'TSImportType') add(node.source ?? node.argument?.literal ?? node.argument, node);
    else if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const { callee } = node;
      if (callee.name === 'require') add(node.arguments[0], node);
      const owner = callee.object?.name;
      const member = callee.property?.name;
      const name = ['globalThis', 'window', 'self'].includes(owner) ? member : callee.name;
      if (NETWORK_GLOBALS.has(name)) calls.push({ kind: 'network', name, line: lineOf(node.start) });
      if (owner === 'tx' && SQL_METHODS.has(member))
        calls.push({ kind: 'sql', name: `tx.${member}`, line: lineOf(node.start) });
      const [table] = node.arguments;
      const written = table?.type === 'MemberExpression' ? table.property.name : table?.name;
      if (written && WRITING_METHODS.has(member))
        named.push({ name: `\${${written}}`, writes: true, line: lineOf(node.start) });
    }
  });
  return {
    imports,
    calls,
    made,
    named,
    broken: errors.filter((error) => error.severity === 'Error').map((error) => error.message),
  };
}

/** The file a specifier means, as a path from the root; undefined for an installed package; null when missing. */
function resolve(root, from, specifier) {
  let base;
  if (specifier.startsWith('.')) base = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  else if (isPackage(specifier, '@lanka/domain')) base = `domain/src${specifier.slice('@lanka/domain'.length)}`;
  else if (specifier.startsWith('@lanka/')) return specifier.slice('@lanka/'.length);
  else return undefined;
  const endings = ['', '.ts', '.tsx', '.mts', '/index.ts', '/index.tsx'];
  const candidates = endings.map((ending) => base + ending).concat(base.replace(/\.(js|mjs)$/, '.ts'));
  return candidates.find((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile()) ?? null;
}

/** Laws 1 to 3 for an import of one of our files. Returns what is wrong, or nothing. */
function breachBetween(from, to, levelOf) {
  const isKnown =
    to.workspace === 'domain'
      ? !['sdk', 'mcp'].includes(from.workspace)
      : to.workspace === 'sdk' && (from.isTest || from.workspace === 'mcp');
  if (from.workspace !== to.workspace && !isKnown) {
    return `law 1: ${from.workspace} may not import ${to.workspace}`;
  }
  if (from.isTest) return undefined;
  if (to.isTest) return 'law 1: what is not a test may not import tests';
  // a bundle of the SDK must not bring its command line along
  if (from.workspace === 'sdk')
    return to.slice && !from.slice ? 'law 1: the library of the sdk does not know its command line' : undefined;
  if (from.workspace === 'mcp') return undefined;
  if (!from.slice) return undefined; // main, app: the wiring
  if (to.path === PERMISSIONS && from.path === 'domain/src/kit/permissions.ts') return undefined;
  if (to.workspace === from.workspace && !to.slice) return `law 2: only main and app may import ${to.path}`;
  if (!to.slice || to.slice === 'kit') return undefined;
  const isContract = to.workspace === 'domain' && to.name === 'contract';
  if (from.slice === 'kit' && isContract && KIT_CONTRACTS.includes(to.slice)) return undefined;
  if (from.slice === 'kit') return `law 2: kit imports no slice, and this is ${to.slice}`;
  if (from.slice === to.slice) return undefined;
  const [own, other] = [levelOf.get(from.slice) ?? 0, levelOf.get(to.slice) ?? 0];
  if (own && other && other >= own) {
    return `law 2: ${from.slice} (level ${own}) may not import ${to.slice} (level ${other}): only strictly lower levels`;
  }
  if (to.workspace === 'domain') return undefined; // contracts and rules are there to be imported
  if (to.name === 'index' && to.depth === 1) return undefined;
  if (to.name === 'tables' && isStore(from)) return undefined;
  return `law 3: ${to.slice} is entered through its index.ts, not ${posix.basename(to.path)}`;
}

/** Laws 1 and 4 for an installed package. */
function breachOutside(from, specifier) {
  if (from.isTest) return undefined;
  if (from.workspace === 'domain' && !isPackage(specifier, 'zod'))
    return `law 1: domain imports only zod, not ${specifier}`;
  if (from.workspace === 'sdk' && !specifier.startsWith('node:'))
    return `law 1: sdk needs no package, and this is ${specifier}`;
  if (from.workspace === 'web' && specifier.startsWith('node:'))
    return `law 1: web runs in a browser, without ${specifier}`;
  const inServerKit = from.workspace === 'server' && from.slice === 'kit';
  if ((isPackage(specifier, 'fastify') || specifier.startsWith('@fastify/')) && !inServerKit) {
    return `law 4: Fastify is known only in server/src/kit, not here (${specifier})`;
  }
  if (SQL_PACKAGES.some((name) => isPackage(specifier, name)) && !maySpeakSql(from)) return sqlBreach(specifier);
  if (NETWORK_PACKAGES.includes(specifier) && !mayCallOut(from) && !inServerKit) return networkBreach(specifier);
  return undefined;
}

const isStore = ({ name }) => name === 'tables' || name.endsWith('.store');
const maySpeakSql = (from) => from.isTest || (from.workspace === 'server' && (from.slice === 'kit' || isStore(from)));
const mayCallOut = (from) =>
  from.isTest ||
  from.workspace === 'sdk' ||
  (from.workspace === 'web' ? from.slice === 'kit' : from.workspace === 'server' && from.name === 'client');
const sqlBreach = (what) => `law 4: SQL belongs in *.store.ts, tables.ts and server/src/kit (${what})`;
const networkBreach = (what) => `law 4: network calls belong in web/src/kit and in a server's client.ts (${what})`;

/** Which slice has which table, by its name in the database. */
function ownersOf(files) {
  const owners = new Map();
  for (const { from, made } of files)
    if (from.workspace === 'server') for (const { name } of made) owners.set(name, from.slice);
  return owners;
}

/**
 * The tables that a file of the server speaks of, by their names in the database. A variable is a table when it is made
 * or imported under that name; the builder writes through one, and SQL may name one as `${variable}`.
 */
function tablesOf({ from, made, named, imports }, filesByPath) {
  const variables = new Map(made.map(({ name, as }) => [as, name]));
  for (const { target, locals } of imports) {
    for (const { name, as } of filesByPath.get(target)?.made ?? [])
      for (const { local, imported } of locals) {
        if (imported === as) variables.set(local, name);
        else if (imported === '*') variables.set(as, name);
      }
  }
  return named.flatMap(({ name, writes, line }) => {
    const variable = /^\$\{(\w+)\}$/.exec(name)?.[1];
    const table = variable ? variables.get(variable) : name;
    return table ? [{ table, writes, line, from }] : [];
  });
}

/** Law 6 for a table that SQL names. */
function breachOfTable({ table, writes, from }, owner, levelOf) {
  if (from.isTest || !from.slice || owner === undefined || owner === 'kit' || owner === from.slice) return undefined;
  const does = writes ? 'writes' : 'reads';
  if (from.slice === 'kit') return `law 6: kit knows no slice, and this ${does} ${table} of ${owner}`;
  if (writes) return `law 6: ${from.slice} writes ${table}, which only ${owner} may`;
  const [own, other] = [levelOf.get(from.slice) ?? 0, levelOf.get(owner) ?? 0];
  if (own && other && other >= own)
    return `law 6: ${from.slice} (level ${own}) may not read ${table} of ${owner} (level ${other}): only strictly lower levels`;
  return undefined;
}

/** Law 6 for all files; an exception that nothing needs is a breach too. */
function breachesOfTables(files, levelOf, exceptions) {
  const owners = ownersOf(files);
  const filesByPath = new Map(files.map((file) => [file.from.path, file]));
  const needed = new Set();
  const breaches = [];
  for (const file of files) {
    if (file.from.workspace !== 'server') continue;
    for (const named of tablesOf(file, filesByPath)) {
      const text = breachOfTable(named, owners.get(named.table), levelOf);
      if (!text) continue;
      const excepted = exceptions.find(
        ({ slice, tables, may }) =>
          slice === file.from.slice && tables.includes(named.table) && (may === 'write' || !named.writes),
      );
      if (excepted) needed.add(`${excepted.slice} ${named.table}`);
      else breaches.push({ file: file.from.path, line: named.line, text });
    }
  }
  for (const { slice, tables } of exceptions)
    for (const table of tables)
      if (!needed.has(`${slice} ${table}`))
        breaches.push({
          file: 'scripts/sql-exceptions.mjs',
          line: 1,
          text: `law 6: ${slice} needs no exception for ${table}`,
        });
  return breaches;
}

/** Each circle once, as a list of files. */
function circles(graph) {
  const found = [];
  const state = new Map();
  const stack = [];
  const enter = (path) => {
    state.set(path, 'open');
    stack.push(path);
    for (const next of graph.get(path) ?? []) {
      if (state.get(next) === 'open') found.push([...stack.slice(stack.indexOf(next)), next]);
      else if (!state.has(next)) enter(next);
    }
    stack.pop();
    state.set(path, 'done');
  };
  for (const path of graph.keys()) if (!state.has(path)) enter(path);
  return found;
}

/** The objects that a manifest exports: `export const orders = slice({ … })` or `export const orders: Slice = { … }`. */
function* manifests(path, text) {
  for (const { type, declaration } of parseSync(path, text).program.body) {
    if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      const called = init?.type === 'CallExpression' && init.callee.name === 'slice';
      const typed = id.typeAnnotation?.typeAnnotation?.typeName?.name === 'Slice';
      const object = called ? init.arguments[0] : typed ? init : undefined;
      if (object?.type === 'ObjectExpression') yield object;
    }
  }
}

const literalOf = (object, name) => object.properties.find(({ key }) => key?.name === name)?.value?.value;

/** What the manifest at `file` says of its level; undefined where there is no manifest. */
function levelAt(root, file, slice, say) {
  if (!existsSync(join(root, file))) return undefined;
  const [object, ...more] = manifests(file, readFileSync(join(root, file), 'utf8'));
  if (!object && file.startsWith('web')) return undefined; // it gives the shell nothing
  if (!object || more.length > 0) return void say(file, 'exports not exactly one manifest: slice({ name, level, … })');
  if (literalOf(object, 'name') !== slice) return void say(file, `its manifest must say name: '${slice}'`);
  const level = literalOf(object, 'level');
  if (Number.isInteger(level) && level > 0) return level;
  return void say(file, 'its manifest must say its level as a whole number from 1');
}

/** The slices under `root` with their levels, and what is wrong with that. */
export function readLevels(root) {
  const levelOf = new Map();
  const breaches = [];
  const say = (file, text) => breaches.push({ file, line: 1, text: `law 5: ${text}` });
  const folders = SLICED.flatMap((workspace) => foldersOf(root, `${workspace}/src`));
  for (const slice of new Set(folders.map((folder) => posix.basename(folder)))) {
    if (slice === 'kit') continue;
    const before = breaches.length;
    const server = levelAt(root, `server/src/${slice}/slice.ts`, slice, say);
    const web = levelAt(root, `web/src/${slice}/slice.tsx`, slice, say);
    if (server && web && server !== web)
      say(`web/src/${slice}/slice.tsx`, `${slice} has level ${web} here and ${server} in the server`);
    if (server ?? web) levelOf.set(slice, server ?? web);
    else if (breaches.length === before)
      for (const file of folders.filter((folder) => posix.basename(folder) === slice))
        say(file, `${slice} says its level nowhere: server/src/${slice}/slice.ts or web/src/${slice}/slice.tsx does`);
  }
  return { levelOf, breaches };
}

function foldersOf(root, path) {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);
}

/** The levels as docs/architecture.md shows them, the highest first. */
export function levelsTable(root = ROOT) {
  const slices = [...readLevels(root).levelOf].sort(([a], [b]) => (a < b ? -1 : 1));
  const levels = [...new Set(slices.map(([, level]) => level))].sort((a, b) => b - a);
  const named = (level) => slices.flatMap(([slice, own]) => (own === level ? `\`${slice}\`` : [])).join(' · ');
  return ['| Level | Slices |', '|---|---|', ...levels.map((level) => `| ${level} | ${named(level)} |`), ''].join('\n');
}

/** All breaches of the law under `root`, as `{ file, line, text }`; exceptions as SQL_EXCEPTIONS. */
export function checkImports(root, sqlExceptions = []) {
  const { levelOf, breaches } = readLevels(root);
  const graph = new Map();
  const files = [];
  for (const folder of FOLDERS) {
    for (const absolute of sources(join(root, folder))) {
      const from = place(relative(root, absolute).replaceAll('\\', '/'));
      const say = (line, text) => text && breaches.push({ file: from.path, line, text });
      const { imports, calls, made, named, broken } = read(root, from.path);
      for (const message of broken) say(1, `cannot be read: ${message}`);
      const targets = new Set();
      graph.set(from.path, targets);
      const resolved = imports.map((one) => ({ ...one, target: resolve(root, from.path, one.specifier) }));
      files.push({ from, made, named, imports: resolved });
      for (const { specifier, line, late, target } of resolved) {
        if (target === undefined) say(line, breachOutside(from, specifier));
        else if (target === null) say(line, `imports ${specifier}, which does not exist`);
        else {
          say(line, breachBetween(from, place(target), levelOf));
          if (!late && target !== from.path) targets.add(target);
        }
      }
      for (const { kind, name, line } of calls) {
        if (kind === 'sql' && !maySpeakSql(from)) say(line, sqlBreach(name));
        if (kind === 'network' && !mayCallOut(from)) say(line, networkBreach(name));
      }
    }
  }
  breaches.push(...breachesOfTables(files, levelOf, sqlExceptions));
  for (const circle of circles(graph))
    breaches.push({ file: circle[0], line: 1, text: `law 5: a circle: ${circle.join(' → ')}` });
  return { breaches, files: graph.size };
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  if (argv[2] === '--levels') {
    process.stdout.write(levelsTable());
    process.exit();
  }
  const root = argv[2] ? join(dirname(argv[2]), posix.basename(argv[2])) : ROOT;
  const { breaches, files } = checkImports(root, SQL_EXCEPTIONS);
  for (const { file, line, text } of breaches) console.log(`${file}:${line} ${text}`);
  console.log(`Import law: ${files} files, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 || files === 0 ? 1 : 0;
}
