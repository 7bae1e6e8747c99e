/**
 * `npm run dev`: the server from its sources, restarted on every change, and Vite with hot reload in front of it.
 * Open the address that Vite prints; it passes /api on to the server.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, install, ROOT } from './lib.mjs';

checkNode();
await install();
const at = (...parts) => join(ROOT, ...parts);
const port = process.env.PORT ?? '3000';
const start = (args, env) =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
const children = [
  start([at('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', at('server/src/main.ts')], {
    PORT: port,
  }),
  start([at('node_modules/vite/bin/vite.js'), at('web')], { API_URL: `http://127.0.0.1:${port}` }),
];
let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
};
// Ctrl+C reaches the children by themselves: a second signal would make tsx kill the server instead of ending it.
process.on('SIGTERM', stop).on('SIGINT', () => {
  stopping = true;
});
for (const child of children) child.once('exit', stop);
