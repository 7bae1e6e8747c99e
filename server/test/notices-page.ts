import { AREAS } from '@lanka/domain/kit/notice_areas';
import * as slices from '../src/app';
import { type AnyNoticeKind, type Audience, noticeWords } from '../src/kit/notices/kinds';
import { noticesOf } from '../src/kit/slice';

const AUDIENCES = {
  dropshipper: 'the dropshipper it is about',
  dropshippers: 'all dropshippers, or those it is for',
  manager: 'the manager in charge, else the owner',
  named: 'the one who is named, as a member',
  applicant: 'the applicant who is named',
} as const;
const named = (audience: Audience): string =>
  typeof audience === 'object' ? `staff with \`${audience.staff}\`` : AUDIENCES[audience];
const MAIL = { now: 'at once', off: '' } as const;

const row = (kind: AnyNoticeKind): string =>
  `| \`${kind.name}\` | ${noticeWords(kind, 'en', kind.sample, 1).title} | ${kind.reaches.map(named).join(', ')} | ✓ | ${MAIL[kind.mail]} | ${MAIL[kind.bot ?? kind.mail]} | ${kind.together ? '✓' : ''} |`;

/** `docs/notices.md`: the notices of all slices for people. `node scripts/notices.mjs` writes it. */
export function noticesPage(): string {
  const all = [...noticesOf(slices)].sort((a, b) => (a.name < b.name ? -1 : 1));
  const areas = Object.entries(AREAS).flatMap(([area, { en }]) => {
    const kinds = all.filter((kind) => kind.area === area);
    if (kinds.length === 0) return [];
    return [
      `## ${en}

| Kind | For instance | Reaches | In the app | By mail | By the bot | Several in one |
|---|---|---|:-:|---|---|:-:|
${kinds.map(row).join('\n')}
`,
    ];
  });
  return `# What is told to whom

Made from what the slices declare (\`notices\` of each \`server/src/<slice>/slice.ts\`) by \`node scripts/notices.mjs\`: change it there. Nobody is told of what he has done himself, nor of a project that he has left, unless it is his application there. Several happenings of one kind within an hour, which nobody has read, are one line where the table says so. By mail, and by the bot to whoever has connected it ([0108](decisions/0108-messages-by-the-bot.md)), it goes as the table says until a person chooses otherwise, for each area of each project ([0098](decisions/0098-choices-of-notices.md)). Notices are kept for 90 days ([0093](decisions/0093-notices.md)).

${areas.join('\n')}`;
}
