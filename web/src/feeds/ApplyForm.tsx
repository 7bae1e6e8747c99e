import * as contract from '@lanka/domain/feeds/contract';
import { Button, Checkbox, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { PercentInput } from '../kit/form/inputs';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** More would push the button out of sight. */
const SHOWN = 5;

/** What is left to say before the import: publish or not, the dropshipper's price, what belongs together. */
export function ApplyForm({ found }: { found: contract.Import }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: found.id };
  const [publish, setPublish] = useState(found.options.publish);
  const [discount, setDiscount] = useState<number | null>(found.options.discount);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const suggestions = useCall(contract.listJoinSuggestions, { params });
  const items = suggestions.data?.items ?? [];
  const apply = useAction(contract.applyImport, {
    success: t.running,
  });
  const wrong = discount !== null && (Number.isNaN(discount) || discount < 0 || discount > 10_000);
  const run = () => {
    const joins = items
      .filter(({ key }) => chosen.has(key))
      .map(({ title, external_ids }) => ({ title, external_ids }));
    apply.mutate({ params, body: { publish, discount: discount ?? 0, joins } });
  };
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t.options}
        </Title>
        <Switch
          label={t.publish}
          description={t.publishHint}
          checked={publish}
          onChange={(event) => setPublish(event.currentTarget.checked)}
        />
        <PercentInput
          label={t.discount}
          description={t.discountHint}
          value={discount}
          onChange={setDiscount}
          error={wrong ? '0 – 100 %' : undefined}
          maw={360}
        />
        {items.length > 0 && <Joins items={items} chosen={chosen} choose={setChosen} />}
        <Group>
          <Button leftSection={<IconFileImport size={18} />} onClick={run} loading={apply.isPending} disabled={wrong}>
            {t.run}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface JoinsProps {
  items: readonly contract.JoinSuggestion[];
  chosen: ReadonlySet<string>;
  choose: (next: ReadonlySet<string>) => void;
}

function Joins({ items, chosen, choose }: JoinsProps) {
  const t = useText(text);
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, SHOWN);
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    choose(next);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t.joins}>
      <div>
        <Title order={3} size="h5">
          {t.joins}
        </Title>
        <Text size="sm" c="dimmed">
          {t.joinsHint}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => choose(new Set(items.map(({ key }) => key)))}>
          {t.joinAll}
        </Button>
        {chosen.size > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => choose(new Set())}>
            {t.joinNone}
          </Button>
        )}
      </Group>
      {shown.map((item) => (
        <Checkbox
          key={item.key}
          checked={chosen.has(item.key)}
          onChange={() => toggle(item.key)}
          label={`${item.title} · ${t.offers(item.external_ids.length)}`}
          description={item.titles.slice(0, 6).join('; ')}
        />
      ))}
      {shown.length < items.length && (
        <Button size="compact-sm" variant="subtle" w="fit-content" onClick={() => setAll(true)}>
          {t.showMore(items.length - SHOWN)}
        </Button>
      )}
    </Stack>
  );
}
