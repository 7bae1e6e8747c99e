import { type LetterKindSample, listLetterKinds } from '@lanka/domain/demo/contract';
import { Box, NavLink, Paper, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCall } from '../kit/http/query';
import { useDocumentTitle } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { type Locale, useLocale, useText } from '../kit/text';
import { DemoFrame } from './DemoFrame';
import { text } from './text';

const VIEWS = ['desktop', 'phone', 'plain'] as const;
type View = (typeof VIEWS)[number];

const LANGUAGES = [
  { value: 'ua', label: 'Українська' },
  { value: 'en', label: 'English' },
] as const satisfies readonly { value: Locale; label: string }[];

/** `/cp/letters`: every kind of letter with made-up facts, for those who write them. The choice stands in the address. */
export function LettersPage() {
  const t = useText(text);
  useDocumentTitle(t.letters);
  const kinds = useCall(listLetterKinds, {});
  return (
    <DemoFrame wide>
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">
            {t.letters}
          </Title>
          <Text c="dimmed" mt={4}>
            {t.lettersText}
          </Text>
        </div>
        <Loaded query={kinds}>{({ items }) => <Kinds items={items} />}</Loaded>
      </Stack>
    </DemoFrame>
  );
}

function Kinds({ items }: { items: readonly LetterKindSample[] }) {
  const t = useText(text);
  const { locale } = useLocale();
  const [search, setSearch] = useSearchParams();
  const choose = (name: 'kind' | 'lang' | 'view', value: string) =>
    setSearch(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const language: Locale = search.get('lang') === 'en' ? 'en' : 'ua';
  const view = VIEWS.find((one) => one === search.get('view')) ?? 'desktop';
  const chosen = items.find(({ name }) => name === search.get('kind')) ?? items[0];
  if (!chosen) return null;
  return (
    <div className="letters">
      <Select
        className="letters-choice"
        label={t.kinds}
        data={items.map((kind) => ({ value: kind.name, label: kind[locale].subject }))}
        value={chosen.name}
        allowDeselect={false}
        onChange={(name) => name && choose('kind', name)}
      />
      <nav className="letters-list" aria-label={t.kinds}>
        {items.map((kind) => (
          <NavLink
            key={kind.name}
            component="button"
            type="button"
            active={kind === chosen}
            aria-current={kind === chosen}
            label={kind[locale].subject}
            description={kind.name}
            onClick={() => choose('kind', kind.name)}
          />
        ))}
      </nav>
      <Stack gap="md">
        <div className="letters-tools">
          <SegmentedControl
            aria-label={t.language}
            transitionDuration={0}
            data={[...LANGUAGES]}
            value={language}
            onChange={(value) => choose('lang', value)}
          />
          <SegmentedControl
            aria-label={t.view}
            transitionDuration={0}
            data={VIEWS.map((value) => ({ value, label: t.views[value] }))}
            value={view}
            onChange={(value) => choose('view', value)}
          />
        </div>
        <Shown letter={chosen[language]} view={view} />
      </Stack>
    </div>
  );
}

/** The HTML stands in a frame where nothing runs and nothing leads away. */
function Shown({ letter, view }: { letter: LetterKindSample[Locale]; view: View }) {
  const t = useText(text);
  return (
    <div>
      <Text mb="xs" className="wrap-anywhere">
        <Text span c="dimmed">
          {t.subject}:
        </Text>{' '}
        {letter.subject}
      </Text>
      {view === 'plain' ? (
        <Paper withBorder radius="md">
          <Box component="pre" className="letter-plain" tabIndex={0}>
            {letter.plain}
          </Box>
        </Paper>
      ) : (
        <iframe
          className="letter-frame"
          data-view={view}
          title={t.frame(letter.subject)}
          sandbox=""
          srcDoc={letter.html}
        />
      )}
    </div>
  );
}
