/**
 * `npm start`: installs what is missing, builds what is stale, and becomes the server. The server runs in this very
 * process, so that signals reach it directly.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, checkNode, install, ROOT } from './lib.mjs';

checkNode();
await install();
await buildStale();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled?.(true);
await import(pathToFileURL(join(ROOT, 'server', 'dist', 'main.js')).href);
