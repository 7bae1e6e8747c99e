import { parseArgs } from 'node:util';
import { isLankaError } from '../errors.js';
import { API_VERSION } from '../operations.js';
import { COMMANDS, type Place, wordsOf } from './commands.js';
import { configFile } from './config.js';
import { LIST_NAMES } from './lists.js';
import { Refusal } from './refusal.js';
import { languageOf, TEXTS } from './texts.js';

const word = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  ...{ url: word, limit: word, format: word, out: word, kinds: word, state: word, language: word },
  where: { type: 'string', multiple: true },
  ...{ json: flag, force: flag, help: flag, version: flag },
} as const;

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  out(text: string): void;
  tell(text: string): void;
  askKey(question: string): Promise<string>;
}

/** As shells have it: ended by whoever started it. */
const INTERRUPTED = 130;

/** Runs one command. Answers the exit code: 0 it is done, 1 it failed, 2 it was asked wrongly, 130 it was broken off. */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const { env, signal, out, tell } = around;
  let language = languageOf(env);
  try {
    const { values, positionals } = parse(args);
    if (values.language === 'uk' || values.language === 'ua') language = 'uk';
    if (values.language === 'en') language = 'en';
    const t = TEXTS[language];
    const file = configFile(env);
    const [command, ...words] = positionals;
    if (values.version) out(`@lanka/sdk, API ${API_VERSION}`);
    else if (values.help || command === undefined || command === 'help')
      out(t.help.replace('{what}', LIST_NAMES.join(', ')).replace('{file}', file));
    else {
      const act = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
      if (!act) throw new Refusal((texts) => texts.unknownCommand(command), 'wrong');
      const askKey = async () => env.LANKA_KEY || around.askKey(t.askKey);
      const place: Place = { t, language, file, values, words, signal, out, tell, askKey };
      await act(place);
    }
    return 0;
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    const t = TEXTS[language];
    tell(wordsOf(t, error));
    if (isLankaError(error) && error.requestId && error.status >= 500) tell(t.requestId(error.requestId));
    const isWrong = error instanceof Refusal && error.kind === 'wrong';
    if (isWrong) tell(t.usage);
    return isWrong ? 2 : 1;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Refusal((t) => t.unknownOption((error as Error).message.split('.')[0] ?? ''), 'wrong');
  }
}
