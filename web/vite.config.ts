import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'mpa',
  plugins: [react(), addresses],
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://localhost:3000' } },
  // The renderer of the public pages is one file that needs nothing beside it.
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { copyPublicDir: false }
    : {
        outDir: 'dist',
        // No data: URLs in the bundle: the content security policy is `default-src 'self'`.
        assetsInlineLimit: 0,
        rolldownOptions: {
          // the public pages and the signed-in part have entries of their own and share little
          input: ['index', 'price', '404', 'maintenance', 'cp'].map(page),
          output: {
            codeSplitting: {
              // What seldom changes keeps its name in the browser's cache from one release to the next.
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                { name: 'router', test: /node_modules[\\/](react-router|@tanstack)[\\/]/ },
              ],
            },
          },
        },
      },
}));
