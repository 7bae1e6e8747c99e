import { createManufactureRequest, listProducers } from '@lanka/domain/manufacture/contract';
import { listProposals, type Proposal } from '@lanka/domain/replenishment/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { GoodsName, titleOf } from '../catalog';
import { Explain, Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import { useAction, useCall, usePages } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartySelect } from '../partners';
import { Available, Minimum, Rows, type What } from './Rows';
import { text } from './text';

const WEEKS = [1, 2, 4, 8, 12, 26];
const DAYS = [7, 14, 30, 60, 90];
/** What of the address fits; the rest is as by default. */
const oneOf = (choices: readonly number[], given: string | null, usual: number): number =>
  choices.find((one) => String(one) === given) ?? usual;

/** What is running out by its sales, its minimum and what waits; ordered or made by one press. */
export function ReplenishmentPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const [search, setSearch] = useSearchParams();
  const weeks = oneOf(WEEKS, search.get('weeks'), 4);
  const days = oneOf(DAYS, search.get('days'), 14);
  const list = usePages<Proposal>(listProposals, { params: { project_id }, query: { weeks, days, limit: 50 } });
  const choose = (name: 'weeks' | 'days', value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page title={t.title} subtitle={t.about}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        <Select
          label={t.weeks}
          data={WEEKS.map((n) => ({ value: String(n), label: t.weeksOf(n) }))}
          value={String(weeks)}
          onChange={(value) => choose('weeks', value)}
          allowDeselect={false}
        />
        <Select
          label={t.days}
          data={DAYS.map((n) => ({ value: String(n), label: t.daysOf(n) }))}
          value={String(days)}
          onChange={(value) => choose('days', value)}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Loaded query={list}>
        {(proposals) => (
          <Proposals key={`${weeks} ${days}`} proposals={proposals} list={list} weeks={weeks} days={days} />
        )}
      </Loaded>
    </Page>
  );
}

interface ProposalsProps {
  proposals: readonly Proposal[];
  list: Pick<ReturnType<typeof usePages>, 'more' | 'isLoadingMore'>;
  weeks: number;
  days: number;
}

function Proposals({ proposals, list, weeks, days }: ProposalsProps) {
  const t = useText(text);
  /** What was changed by hand; everything else is taken as proposed. */
  const [counts, setCounts] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const countOf = ({ product_variant_id: id, proposed }: Proposal) => (counts.has(id) ? counts.get(id) : proposed) ?? 0;
  const lines = proposals.flatMap((one) => {
    const count = countOf(one);
    const isTaken = !left.has(one.product_variant_id) && Number.isInteger(count) && count > 0;
    return isTaken ? [{ product_variant_id: one.product_variant_id, count, cost: one.cost }] : [];
  });
  const further = list.more && (
    <Button variant="default" loading={list.isLoadingMore} onClick={list.more}>
      {t.lookFurther}
    </Button>
  );
  if (proposals.length === 0)
    return <EmptyState drawing="boxes" title={t.nothing} text={t.nothingText} action={further} />;
  const toggle = (id: string, isTaken: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      if (isTaken) next.delete(id);
      else next.add(id);
      return next;
    });
  return (
    <>
      <Order lines={lines} comment={t.comment(t.weeksOf(weeks), t.daysOf(days))} />
      <Section flush>
        <LineTable many>
          <thead>
            <tr>
              <th scope="col">{t.product}</th>
              {(['sold', 'minimum', 'available', 'expected', 'in_production', 'waiting', 'order'] as const).map(
                (one) => (
                  <th key={one} scope="col" className="cell-right">
                    {t[one]}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {proposals.map((one) => (
              <Row
                key={one.product_variant_id}
                proposal={one}
                weeks={weeks}
                count={counts.has(one.product_variant_id) ? (counts.get(one.product_variant_id) ?? null) : one.proposed}
                isTaken={!left.has(one.product_variant_id)}
                take={(isTaken) => toggle(one.product_variant_id, isTaken)}
                change={(count) => setCounts((before) => new Map(before).set(one.product_variant_id, count))}
              />
            ))}
          </tbody>
        </LineTable>
      </Section>
      <Group justify="center">{further}</Group>
    </>
  );
}

interface RowProps {
  proposal: Proposal;
  weeks: number;
  count: number | null;
  isTaken: boolean;
  take: (isTaken: boolean) => void;
  change: (count: number | null) => void;
}

function Row({ proposal, weeks, count, isTaken, take, change }: RowProps) {
  const t = useText(text);
  const name = titleOf(proposal);
  const id = proposal.product_variant_id;
  const made = (what: What) => (
    <LineCell label={t[what]}>
      {proposal[what] === 0 ? (
        <Count value={0} />
      ) : (
        <Explain value={<Count value={proposal[what]} unit={proposal.unit} />} title={t.rowsOf(t[what], name)}>
          <Rows id={id} what={what} weeks={weeks} />
        </Explain>
      )}
    </LineCell>
  );
  return (
    <tr>
      <td className="line-name">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Checkbox
            checked={isTaken}
            onChange={(event) => take(event.currentTarget.checked)}
            aria-label={t.choose(name)}
            mt={10}
          />
          <GoodsName item={proposal} to={`/cp/products/${proposal.product_id}`} />
        </Group>
      </td>
      {made('sold')}
      <LineCell label={t.minimum}>
        <Explain value={<Count value={proposal.minimum} unit={proposal.unit} />} title={t.rowsOf(t.minimum, name)}>
          <Minimum product_id={proposal.product_id} />
        </Explain>
      </LineCell>
      <LineCell label={t.available}>
        <Explain value={<Count value={proposal.available} unit={proposal.unit} />} title={t.rowsOf(t.available, name)}>
          {() => <Available id={id} />}
        </Explain>
      </LineCell>
      {made('expected')}
      {made('in_production')}
      {made('waiting')}
      <td className="line-count">
        <span className="line-label">{t.order}</span>
        <QuantityInput aria-label={t.orderOf(name)} value={count} onChange={change} disabled={!isTaken} min={0} />
      </td>
    </tr>
  );
}

interface Line {
  readonly product_variant_id: string;
  readonly count: number;
  readonly cost: number | null;
}

/** As the contracts of both say. */
const MOST_LINES = 500;

/** Makes of the lines what somebody is asked for: a draft of an expected income, or a manufacture request. */
function Order({ lines, comment }: { lines: readonly Line[]; comment: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const { can } = useSession();
  const [supplier, setSupplier] = useState<string | null>(null);
  const [producer, setProducer] = useState<string | null>(null);
  const params = { project_id };
  const makes = can('manufacture.edit');
  const producers = useCall(listProducers, { params }, { enabled: makes, staleTime: 60_000 });
  const income = useAction(createTurnover, {
    success: t.incomeMade,
    onSuccess: ({ id }) => void navigate(`/cp/turnover/${id}`),
  });
  const request = useAction(createManufactureRequest, {
    success: t.requestMade,
    onSuccess: ({ id }) => void navigate(`/cp/manufacture_requests/${id}`),
  });
  const idle = lines.length === 0 || lines.length > MOST_LINES;
  const pieces = lines.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section>
      <Stack gap="md">
        <Text role="status" fw={600}>
          {lines.length > MOST_LINES ? t.tooMany(MOST_LINES) : t.chosen(lines.length, pieces)}
        </Text>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {can('turnover.edit') && (
            <Group align="flex-end" gap="xs">
              {can('counterparties.names') && (
                <CounterpartySelect
                  project_id={project_id}
                  label={t.supplier}
                  placeholder={t.anySupplier}
                  value={supplier}
                  onChange={setSupplier}
                />
              )}
              <Button
                loading={income.isPending}
                disabled={idle}
                onClick={() =>
                  income.mutate({
                    params,
                    body: {
                      flow: 'income',
                      type: 'purchase',
                      counterparty_id: supplier,
                      in_stock: false,
                      comment,
                      items: lines.map(({ cost, ...line }) => ({ ...line, transaction_item_price: cost })),
                      draft: true,
                    },
                  })
                }
              >
                {t.toSupplier}
              </Button>
            </Group>
          )}
          {makes && (
            <Group align="flex-end" gap="xs">
              <Select
                label={t.producer}
                placeholder={t.anyProducer}
                data={(producers.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={producer}
                onChange={setProducer}
                clearable
              />
              <Button
                variant="default"
                loading={request.isPending}
                disabled={idle}
                onClick={() =>
                  request.mutate({
                    params,
                    body: { lines: lines.map(({ cost: _, ...line }) => line), producer_id: producer, comment },
                  })
                }
              >
                {t.toMake}
              </Button>
            </Group>
          )}
        </SimpleGrid>
      </Stack>
    </Section>
  );
}
