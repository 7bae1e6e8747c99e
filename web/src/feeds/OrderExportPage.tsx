import * as contract from '@lanka/domain/feeds/contract';
import { COLUMN_NAMES, LINE_COLUMNS, ORDER_COLUMNS, USUAL_COLUMNS } from '@lanka/domain/feeds/orders_table';
import { dotted } from '@lanka/domain/kit/time';
import { OrderStatus } from '@lanka/domain/orders/entities';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { Box, Button, Checkbox, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { remember, remembered } from '../kit/storage';
import { useLocale, useText } from '../kit/text';
import { codState, orderStatus, paidState } from '../orders';
import { useFields } from '../templates';
import { text } from './exports-text';
import { Made } from './Made';

const KINDS = ['orders_xlsx', 'orders_csv'] as const;
const CHOSEN = 'view:orders-export';

/** How the address says a filter by an additional field. */
const OF_FIELD = 'fields.';

/** The filters of the list of orders, as its address had them. */
function filtersIn(search: URLSearchParams): contract.ExportFilters {
  const given = (name: string) => search.get(name) || undefined;
  const flag = (name: string) => (given(name) === undefined ? undefined : given(name) === 'true');
  const byFields = [...search].flatMap(([name, value]) =>
    name.startsWith(OF_FIELD) && value ? [[name.slice(OF_FIELD.length), value] as const] : [],
  );
  const asked = {
    ...{ q: given('q'), counterparty_id: given('counterparty_id'), from: given('from'), to: given('to') },
    status: given('status')?.split(','),
    ...{ has_returns: flag('has_returns'), partly_sent: flag('partly_sent'), paid: given('paid'), cod: given('cod') },
    ...{ reserved: given('reserved'), mentioned: flag('mentioned') },
    ...{ tag: given('tag'), source: given('source'), town: given('town'), without: given('without')?.split(',') },
    ...{ group_id: given('group_id'), manager_id: given('manager_id'), placed: flag('placed') },
    external_number: given('external_number'),
    fields: byFields.length > 0 ? Object.fromEntries(byFields) : undefined,
  };
  const known = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return contract.ExportFilters.safeParse(known).data ?? {};
}

/** Orders as a file: which of them the list has said, the columns are chosen here; tables that were made stay below. */
export function OrderExportPage() {
  const t = useText(text);
  return (
    <Page title={t.title} subtitle={t.subtitle} crumbs={[{ to: '/cp/orders', label: t.orders }]}>
      <NewTable />
      <Made kinds={KINDS} rows={t.rows} drawing="orders" />
    </Page>
  );
}

function NewTable() {
  const t = useText(text);
  const project_id = useProjectId();
  const [search] = useSearchParams();
  const ofOrder = useFields(project_id, 'order');
  const ofLine = useFields(project_id, 'order_item');
  const [chosen, setChosen] = useState<readonly string[]>(() => remembered(CHOSEN)?.split(',') ?? USUAL_COLUMNS);
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const make = useAction(contract.createExport, { success: t.started });
  const fields = [...ofOrder, ...ofLine].filter(({ archived, type }) => !archived && type !== 'file');
  const refs = fields.map(refOf);
  // in the order of the page, and without a field that is gone
  const columns = [...ORDER_COLUMNS, ...LINE_COLUMNS, ...refs].filter((one) => chosen.includes(one));
  const choose = (next: readonly string[]) => {
    setChosen(next);
    remember(CHOSEN, next.join(','));
  };
  const run = () =>
    make.mutate({
      params: { project_id },
      body: { kind: `orders_${format}`, filters: filtersIn(search), columns },
    });
  return (
    <>
      <Section title={t.which}>
        <Filtered search={search} />
      </Section>
      <Section title={t.columns}>
        <Stack gap="md">
          <Group gap="xs">
            <Button variant="default" size="compact-md" onClick={() => choose(USUAL_COLUMNS)}>
              {t.usual}
            </Button>
            <Button
              variant="default"
              size="compact-md"
              onClick={() => choose([...ORDER_COLUMNS, ...LINE_COLUMNS, ...refs])}
            >
              {t.everything}
            </Button>
          </Group>
          <Checkbox.Group value={columns} onChange={choose} aria-label={t.columns}>
            <Stack gap="md">
              <Columns title={t.ofOrder} options={named(ORDER_COLUMNS)} />
              <Columns title={t.ofLines} hint={t.ofLinesHint} options={named(LINE_COLUMNS)} />
              {fields.length > 0 && (
                <Columns
                  title={t.ofFields}
                  options={fields.map((field) => {
                    const label = field.set === 'order' ? field.name : t.fieldOfLine(field.name);
                    return { value: refOf(field), ua: label, en: label };
                  })}
                />
              )}
            </Stack>
          </Checkbox.Group>
          {columns.length === 0 && (
            <Text size="sm" c="var(--text-negative)" role="alert">
              {t.noColumns}
            </Text>
          )}
          <Group gap="sm">
            <SegmentedControl
              aria-label={t.format}
              value={format}
              onChange={(value) => setFormat(value === 'csv' ? 'csv' : 'xlsx')}
              data={[
                { value: 'xlsx', label: 'XLSX' },
                { value: 'csv', label: 'CSV' },
              ]}
            />
            <Button onClick={run} loading={make.isPending} disabled={columns.length === 0}>
              {t.make}
            </Button>
          </Group>
        </Stack>
      </Section>
    </>
  );
}

const refOf = ({ set, key }: TemplateField): string => `${set}.${key}`;
const named = (columns: readonly (keyof typeof COLUMN_NAMES)[]) =>
  columns.map((value) => ({ value, ...COLUMN_NAMES[value] }));

interface ColumnsProps {
  title: string;
  hint?: string;
  options: readonly { value: string; ua: string; en: string }[];
}

function Columns({ title, hint, options }: ColumnsProps) {
  const { locale } = useLocale();
  return (
    <Box component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" fw={600} size="sm" mb={4}>
        {title}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option[locale]} />
        ))}
      </SimpleGrid>
    </Box>
  );
}

/** What the list was narrowed by. */
function Filtered({ search }: { search: URLSearchParams }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { q, status, counterparty_id, has_returns, partly_sent, paid, cod, ...others } = filtersIn(search);
  const {
    reserved,
    mentioned,
    tag,
    source,
    town,
    from,
    to,
    fields,
    group_id,
    manager_id,
    placed,
    without,
    external_number,
  } = others;
  const ofOrder = useFields(useProjectId(), 'order');
  const names = (status ?? []).map((one) => orderStatus[OrderStatus.parse(one)][locale]);
  const said = [
    ...(q ? [t.search(q)] : []),
    ...(names.length > 0 ? [t.statuses(names.join(', '))] : []),
    ...(counterparty_id ? [t.oneCounterparty] : []),
    ...(group_id ? [t.oneGroup] : []),
    ...(manager_id ? [t.oneManager] : []),
    ...(placed === undefined ? [] : [placed ? t.placed : t.notPlaced]),
    ...(without ?? []).map((mark) => t.without[mark]),
    ...(has_returns === undefined ? [] : [has_returns ? t.hasReturns : t.hasNoReturns]),
    ...(partly_sent === undefined ? [] : [partly_sent ? t.partlySent : t.notPartlySent]),
    ...(paid ? [t.paidIs(paidState[paid][locale])] : []),
    ...(cod ? [t.codIs(codState[cod][locale])] : []),
    ...(reserved ? [t.reservedIs[reserved]] : []),
    ...(mentioned ? [t.mentioned] : []),
    ...[tag, source, town].flatMap((mark) => (mark ? [`«${mark}»`] : [])),
    ...(external_number ? [t.externalNumber(external_number)] : []),
    ...(from ? [t.from(dotted(from))] : []),
    ...(to ? [t.to(dotted(to))] : []),
    ...Object.entries(fields ?? {}).map(
      ([key, value]) => `${ofOrder.find((field) => field.key === key)?.name ?? key}: ${value}`,
    ),
  ];
  return <Text className="wrap-anywhere">{said.length > 0 ? said.join(' · ') : t.all}</Text>;
}
