import * as contract from '@lanka/domain/feeds/contract';
import { fieldRef, isInTables, TABLE_SETS } from '@lanka/domain/feeds/fields';
import { Button, Checkbox, Group, Paper, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { PercentInput } from '../kit/form/inputs';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { ofSet, useTemplates } from '../templates';
import { text } from './text';

/** More would push the button out of sight. */
const SHOWN = 5;

/** What is left to say before the import: publish or not, the dropshipper's price, what belongs together. */
export function ApplyForm({ found }: { found: contract.ImportDetail }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: found.id };
  const [publish, setPublish] = useState(found.options.publish);
  const [discount, setDiscount] = useState<number | null>(found.options.discount);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [columns, setColumns] = useState<Readonly<Record<string, string | null>>>({});
  const suggestions = useCall(contract.listJoinSuggestions, { params });
  const items = suggestions.data?.items ?? [];
  const given = Object.keys(columns).length > 0 ? { columns: { ...chosenBy(found), ...columns } } : {};
  const check = useAction(contract.applyImport, { success: t.checkingAgain });
  const apply = useAction(contract.applyImport, {
    success: t.running,
  });
  const wrong = discount !== null && (Number.isNaN(discount) || discount < 0 || discount > 10_000);
  const run = () => {
    const joins = items
      .filter(({ key }) => chosen.has(key))
      .map(({ title, external_ids }) => ({ title, external_ids }));
    apply.mutate({ params, body: { publish, discount: discount ?? 0, joins, ...given } });
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
        {found.columns.length > 0 && (
          <FieldColumns
            found={found}
            columns={columns}
            choose={(name, field) => setColumns({ ...columns, [name]: field })}
          />
        )}
        {items.length > 0 && <Joins items={items} chosen={chosen} choose={setChosen} />}
        <Group>
          <Button leftSection={<IconFileImport size={18} />} onClick={run} loading={apply.isPending} disabled={wrong}>
            {t.run}
          </Button>
          {Object.keys(columns).length > 0 && (
            <Button
              variant="default"
              loading={check.isPending}
              disabled={wrong}
              onClick={() =>
                check.mutate({ params, body: { publish, discount: discount ?? 0, dry_run: true, ...given } })
              }
            >
              {t.checkAgain}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

/** What the columns bring now, those by their names among them. */
const chosenBy = ({ columns }: contract.ImportDetail): Record<string, string | null> =>
  Object.fromEntries(columns.map(({ name, field }) => [name, field]));

interface FieldColumnsProps {
  found: contract.ImportDetail;
  columns: Readonly<Record<string, string | null>>;
  choose: (name: string, field: string | null) => void;
}

const NONE = 'none';

/** Columns that nothing else is read from: each may bring an additional field. */
function FieldColumns({ found, columns, choose }: FieldColumnsProps) {
  const t = useText(text);
  const templates = useTemplates(useProjectId()).data?.items;
  const [all, setAll] = useState(false);
  const groups = TABLE_SETS.map((set) => ({
    group: t.fieldSets[set],
    items: ofSet(templates, set)
      .filter((field) => isInTables(field))
      .map((field) => ({ value: fieldRef(field), label: field.name })),
  })).filter(({ items }) => items.length > 0);
  if (groups.length === 0) return null;
  const shown = all ? found.columns : found.columns.slice(0, SHOWN);
  return (
    <Stack gap="xs" role="group" aria-label={t.fieldColumns}>
      <div>
        <Title order={3} size="h5">
          {t.fieldColumns}
        </Title>
        <Text size="sm" c="dimmed">
          {t.fieldColumnsHint}
        </Text>
      </div>
      {shown.map(({ name, field }) => (
        <Select
          key={name}
          label={name}
          data={[{ value: NONE, label: t.noField }, ...groups]}
          value={(name in columns ? columns[name] : field) ?? NONE}
          onChange={(value) => choose(name, value === null || value === NONE ? null : value)}
          allowDeselect={false}
          searchable
          maw={360}
        />
      ))}
      {shown.length < found.columns.length && (
        <Button size="compact-sm" variant="subtle" w="fit-content" onClick={() => setAll(true)}>
          {t.showMore(found.columns.length - SHOWN)}
        </Button>
      )}
    </Stack>
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
