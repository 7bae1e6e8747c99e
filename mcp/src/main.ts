#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Refusal } from '../../sdk/src/cli/refusal.js';
import { languageOf, TEXTS } from '../../sdk/src/cli/texts.js';
import { makeServer } from './server.js';
import { type Settings, settingsOf } from './settings.js';

/** What cannot be begun with is told on the error output: the other one speaks the protocol alone. */
function settings(): Settings | null {
  try {
    return settingsOf(process.argv.slice(2), process.env);
  } catch (error) {
    const t = TEXTS[languageOf(process.env)];
    process.stderr.write(`${error instanceof Refusal ? error.say(t) : String(error)}\n`);
    process.exitCode = 2;
    return null;
  }
}

const told = settings();
if (told) serveStdio(() => makeServer(told), { onerror: (error) => void process.stderr.write(`${error.message}\n`) });
