import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { PERMISSIONS } from '../domain/src/kit/permissions';

const page = (name: string) => fileURLToPath(new URL(`${name}.html`, import.meta.url));

/** While developing, the pages stand where the server puts them: `/cp/*` is the signed-in part. */
const addresses: Plugin = {
  name: 'lanka-addresses',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [path = '/', search] = (request.url ?? '/').split('?');
      const name = /^\/cp(\/|$)/.test(path) ? 'cp' : path === '/price' ? 'price' : null;
      const isPage = name !== null && request.headers.accept?.includes('text/html');
      if (isPage) request.url = `/${name}.html${search ? `?${search}` : ''}`;
      next();
    });
  },
};

/**
 * The browser validates with zod and never writes a JSON schema, yet each of zod's types carries its part of that
 * writer: some 18 kB that every visit would load for nothing. Calling it says so.
 */
const noJsonSchema: Plugin = {
  name: 'lanka-no-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined;
    const names = [...code.matchAll(/^export (?:(?:const|function) |\{ \w+ as )(\w+)/gm)].map(([, name]) => name);
    if (names.length === 0) throw new Error(`${id}: zod has changed, see lanka-no-json-schema`);
    return {
      code: [
        `const absent = () => { throw new Error('JSON schemas are written by the server'); };`,
        ...names.map((name) => `export const ${name} = /^create/.test('${name}') ? () => absent : absent;`),
      ].join('\n'),
      map: null,
    };
  },
};

/**
 * The styles of each of Mantine's components come with its code, so that a page loads those of what it draws. All of
 * them stand in the layer `mantine`: our own win whichever comes first. While developing, `main.tsx` loads all at once.
 */
const componentStyles: Plugin = {
  name: 'lanka-component-styles',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]@mantine[\\/]core[\\/]esm[\\/].*\.module\.mjs$/.test(id)) return undefined;
    const name = `@mantine/core/styles/${basename(id, '.module.mjs')}.layer.css`;
    const file = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));
    if (!existsSync(file)) throw new Error(`${name} is missing: Mantine has changed, see lanka-component-styles`);
    return { code: `import '${name}';\n${code}`, map: null };
  },
};

/**
 * Who may what is asked from the first moment on; in which words it is said is read on two pages. The words of both
 * languages are 2.4 kB, packed, that every visit would load for nothing: they stand in the file of those pages.
 */
const permissionWords: Plugin = {
  name: 'lanka-permission-words',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (/[\\/]web[\\/]src[\\/]projects[\\/]team[\\/]permission-words\.ts$/.test(id)) {
      const words = Object.entries(PERMISSIONS).map(([permission, { ua, en }]) => [permission, { ua, en }]);
      return { code: `export const PERMISSION_WORDS = ${JSON.stringify(Object.fromEntries(words))};`, map: null };
    }
    if (!/[\\/]domain[\\/]src[\\/]\w+[\\/]permissions\.ts$/.test(id) || /[\\/]kit[\\/]/.test(id)) return undefined;
    const without = code.replace(/\b(ua|en): ('([^'\\]|\\.)*'|"([^"\\]|\\.)*"),?/g, '');
    if (/[а-яіїє]/i.test(without.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
      throw new Error(`${id}: its words are written another way, see lanka-permission-words`);
    return { code: without, map: null };
  },
};

/**
 * The public pages and the signed-in part are built one after the other into one folder. Apart, each part's first load
 * is a few files that hold what it needs and nothing else; together, all that both use would be a file of its own.
 */
const PARTS = { public: ['index', 'price', '404', 'maintenance'], cp: ['cp'] } as const;
const part = process.env.WEB_PART === 'cp' ? 'cp' : 'public';

const anyOf = (...tests: RegExp[]): RegExp => new RegExp(tests.map(({ source }) => source).join('|'));

/** The modules of these components. */
const ofMantine = (...names: string[]): RegExp =>
  new RegExp(String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](${names.join('|')})[\\/]`);

/**
 * What every list draws, with the shell around it, and the small things that the list of orders shares with other
 * pages: one file instead of fifty. Of many tiny files each page would have to name the ones it needs.
 */
const SHELL = anyOf(
  /web[\\/]src[\\/]shell[\\/](Shell|Sidebar|Start|ProjectSwitcher|UserMenu|Notices)\./,
  /web[\\/]src[\\/]kit[\\/](errors\.|display[\\/](status|values|Thumbnail)|overlay[\\/]panel|page[\\/]page)/,
  /web[\\/]src[\\/]kit[\\/]list[\\/](DataTable|TableView|filters|list\.)/,
  /web[\\/]src[\\/](orders[\\/](number|path|status|cod-state|paid-state)|templates[\\/](lists|useTemplates))\./,
  /domain[\\/]src[\\/](orders[\\/](entities|lists|cod)|templates[\\/](fields|contract))\./,
  /domain[\\/]src[\\/](files[\\/]attached|identity[\\/]fields|ledger[\\/]charges|stock[\\/]count)\./,
  /icons[\\/]Icon(Plus|Table|Photo)\.mjs/,
);

/**
 * What twenty and more pages share, in files by what it is for, each with what it needs of the libraries: a page loads
 * two thirds of the files that it would. Where it needs little of such a file it loads all of it: pages are 2 % heavier
 * with nothing in the cache, one of 180 by more than a sixth. A file takes nothing that one above it has, so that a
 * switch or a table does not bring the form. The figures: docs/performance.md, first loads.
 */
const SHARED = [
  {
    name: 'pages',
    test: anyOf(
      /web[\\/]src[\\/]kit[\\/](display|http|list|overlay|page)[\\/]/,
      /web[\\/]src[\\/]kit[\\/]form[\\/](inputs|day|values)\./,
      /@mantine[\\/](hooks|core[\\/]esm[\\/]core)[\\/]/,
      ofMantine('Alert'),
    ),
  },
  { name: 'overlay', test: anyOf(ofMantine('Combobox', 'ScrollArea', 'Modal', 'Menu'), /react-remove-scroll/) },
  { name: 'table', test: ofMantine('Table') },
  { name: 'switch', test: ofMantine('Switch') },
  {
    name: 'inputs',
    test: ofMantine(
      'Autocomplete',
      'MultiSelect',
      'PasswordInput',
      'PillsInput',
      'Radio',
      'Select',
      'TagsInput',
      'Textarea',
    ),
  },
  { name: 'form', test: /web[\\/]src[\\/]kit[\\/]form[\\/](Form|fields|useEntityForm)\./ },
  { name: 'icons', test: /icons[\\/]Icon/ },
].map((group) => ({ ...group, minShareCount: 20 }));

/** The package's own entry is the build that warns developers; it brings another one that does not. */
const quietRouter = fileURLToPath(new URL('../node_modules/react-router/dist/production', import.meta.url));

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'mpa',
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: `${quietRouter}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${quietRouter}/dom-export.mjs` },
          ]
        : [],
  },
  plugins: [react(), addresses, noJsonSchema, componentStyles, permissionWords],
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://localhost:3000' } },
  // The renderer of the public pages is one file that needs nothing beside it.
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { copyPublicDir: false }
    : {
        outDir: 'dist',
        copyPublicDir: part === 'public',
        // No data: URLs in the bundle: the content security policy is `default-src 'self'`.
        assetsInlineLimit: 0,
        // the signed-in part is about 560 kB before compression: what counts is measured in the browser journeys
        chunkSizeWarningLimit: 700,
        rolldownOptions: {
          input: PARTS[part].map(page),
          output: {
            // the first load names all files of all pages: without their own names it is 1.8 kB less, packed, and half a
            // kilobyte less with seven signs of the hash (42 bits) than with eight
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                // What seldom changes keeps its name in the browser's cache from one release to the next.
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                { name: part, tags: ['$initial'] },
                { name: 'shell', test: SHELL },
                ...SHARED,
              ],
            },
          },
        },
      },
}));
