/** What the simulator of Telegram remembers. Shapes are those of the Bot API where they are sent. */
export interface PersonKept {
  readonly id: number;
  readonly first_name: string;
  readonly username?: string;
  readonly language_code: string;
  /** Has pressed Start: before that the bot may not write. */
  started: boolean;
  blocked: boolean;
}

export interface GroupKept {
  id: number;
  readonly title: string;
  type: 'group' | 'supergroup';
  in: boolean;
  /** Where it went when it grew. */
  moved_to?: number;
}

export interface ButtonKept {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
}

export interface MessageKept {
  readonly message_id: number;
  chat_id: number;
  readonly from: number;
  readonly date: number;
  text: string;
  html: string;
  buttons: ButtonKept[][];
  edited: boolean;
}

export interface Kept {
  people: PersonKept[];
  groups: GroupKept[];
  messages: MessageKept[];
  /** Not confirmed yet, as `Update` of the API. */
  updates: { update_id: number; [kind: string]: unknown }[];
  next_update: number;
  next_message: number;
  webhook: { url: string; secret: string; allowed: string[]; last_error: string | null } | null;
  commands: Record<string, { command: string; description: string }[]>;
  /** What the next messages to a chat are answered with. */
  refusals: { chat_id: number; code: number; times: number; retry_after: number }[];
  /** What was shown over the chat when a button was pressed. */
  alerts: { query: string; text: string; alert: boolean }[];
  /** Whether the documented limits are kept to. */
  limits: boolean;
  sent_at: Record<string, number[]>;
  next_query: number;
}

export const BOT = {
  ...{ id: 7_000_000_001, is_bot: true as const, first_name: 'Ланка', username: 'lanka_demo_bot' },
  ...{ can_join_groups: true, can_read_all_group_messages: false, supports_inline_queries: false },
};

export const INITIAL: Kept = {
  people: [
    {
      id: 501_001,
      first_name: 'Олена',
      username: 'olena_factory',
      language_code: 'uk',
      started: false,
      blocked: false,
    },
    { id: 501_002, first_name: 'Ігор', username: 'ihor_drop', language_code: 'uk', started: false, blocked: false },
    { id: 501_003, first_name: 'Марія', language_code: 'uk', started: false, blocked: false },
    { id: 501_004, first_name: 'Peter', username: 'peter_stock', language_code: 'en', started: false, blocked: false },
  ],
  groups: [{ id: -400_001, title: 'Команда складу', type: 'group', in: false }],
  ...{ messages: [], updates: [], next_update: 900_001, next_message: 1, webhook: null, commands: {} },
  ...{ refusals: [], alerts: [], limits: false, sent_at: {}, next_query: 1 },
};
