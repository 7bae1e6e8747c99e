import { addressOf, configFile, readConfig } from '../../sdk/src/cli/config.js';
import { Refusal } from '../../sdk/src/cli/refusal.js';
import { type Language, languageOf } from '../../sdk/src/cli/texts.js';

type Env = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly url: string;
  readonly key: string;
  readonly language: Language;
  /** Whether it may write drafts of orders. Reading alone unless it is said. */
  readonly drafts: boolean;
  /** Whether names, phones and addresses of customers go to the assistant, and so to whoever runs it. */
  readonly personal: boolean;
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** As it is set beside the command, or as `lanka sign-in` has kept it. @throws Refusal */
export function settingsOf(args: readonly string[], env: Env): Settings {
  const language = env.LANKA_LANGUAGE === 'uk' || env.LANKA_LANGUAGE === 'en' ? env.LANKA_LANGUAGE : languageOf(env);
  const unknown = args.find((one) => !['--drafts', '--personal'].includes(one));
  if (unknown) throw new Refusal((t) => t.unknownOption(unknown), 'wrong');
  const signIn = env.LANKA_KEY ? { url: env.LANKA_URL, key: env.LANKA_KEY } : readConfig(configFile(env));
  if (!/^lanka_\S+$/.test(signIn.key)) throw new Refusal((t) => t.badKey);
  return {
    ...{ url: addressOf(signIn.url), key: signIn.key, language },
    drafts: args.includes('--drafts') || isOn(env.LANKA_DRAFTS),
    personal: args.includes('--personal') || isOn(env.LANKA_PERSONAL),
  };
}
