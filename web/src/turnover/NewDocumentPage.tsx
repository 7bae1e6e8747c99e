import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/turnover/contract';
import { sumOf, typesOf } from '@lanka/domain/turnover/rules';
import { Button, List, Stack } from '@mantine/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { DateOnly, Money } from '../kit/display/values';
import { Form } from '../kit/form/Form';
import { Steps } from '../kit/form/steps';
import { useEntityForm } from '../kit/form/useEntityForm';
import { check } from '../kit/form/values';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { useCounterpartyName } from '../partners';
import { DOCUMENT_FIELDS, DocumentFields } from './DocumentFields';
import { effectsOf } from './effects';
import { documentSchema } from './form';
import { ItemsField, type Line, useNames } from './ItemsField';
import { partyWord, piecesOf } from './parts';
import { text, typeNames } from './text';

/** `?flow=outcome`; an income unless told. */
export function NewDocumentPage() {
  const [search] = useSearchParams();
  const flow = contract.TurnoverFlow.safeParse(search.get('flow')).data ?? 'income';
  return <NewDocument key={flow} flow={flow} />;
}

function NewDocument({ flow }: { flow: contract.TurnoverFlow }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const navigate = useNavigate();
  const { can } = useSession();
  const mayPost = can('turnover.post');
  /** Which of the two buttons was pressed: a draft may lack what posting asks for. */
  const asDraft = useRef(!mayPost);
  const create = useAction(contract.createTurnover, { quiet: true });
  const schema = useMemo(() => documentSchema(() => asDraft.current, locale), [locale]);
  const names = useNames();
  const [asked, setAsked] = useState(false);
  const form = useEntityForm({
    schema,
    initial: {
      flow,
      type: typesOf(flow)[0],
      counterparty_id: '',
      date: kyivDate(new Date()),
      in_stock: true,
      expected_on: '',
      reason: '',
      comment: '',
      items: [],
    },
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: { ...values, draft: asDraft.current } }),
    onSaved: ({ id }) => navigate(`/cp/turnover/${id}`, { replace: true }),
  });
  const now = form.watch();
  /** What keeps the document from being posted, after somebody wanted to go on. */
  const missing = (isAsked: boolean) => (isAsked ? check(schema, now, locale).errors : null);
  const inStock = now.in_stock !== false;
  const saveDraft = () => {
    asDraft.current = true;
    form.submit();
  };
  const post = (event?: FormEvent) => {
    // a draft that was refused is not what is wanted now
    asDraft.current = !mayPost;
    form.submit(event);
  };
  return (
    <Page
      title={flow === 'income' ? t.newIncome : t.newOutcome}
      crumbs={[{ to: '/cp/turnover', label: t.title }]}
      narrow
      secondary={
        mayPost && (
          <Button variant="default" onClick={saveDraft} loading={form.isSaving && asDraft.current}>
            {t.saveDraft}
          </Button>
        )
      }
    >
      <Form form={{ ...form, submit: post }}>
        <Steps
          form={form}
          steps={[
            {
              title: t.document,
              fields: DOCUMENT_FIELDS,
              ready: () => {
                asDraft.current = !mayPost;
                return true;
              },
              content: (
                <Section>
                  <DocumentFields field={form.field} flow={flow} type={now.type} inStock={inStock} />
                </Section>
              ),
            },
            {
              title: t.items,
              refusable: ['items'],
              // by the whole document: what a line needs depends on its type
              ready: () => {
                asDraft.current = !mayPost;
                setAsked(true);
                return missing(true) === null;
              },
              content: (
                <Section title={t.items} flush>
                  <ItemsField
                    {...form.field('items')}
                    flow={flow}
                    type={now.type}
                    names={names}
                    missing={missing(asked)}
                  />
                </Section>
              ),
            },
          ]}
          summary={<Summary {...now} flow={flow} inStock={inStock} items={(now.items ?? []) as Line[]} />}
          submitLabel={mayPost ? t.post : t.saveDraft}
          back="/cp/turnover"
        />
      </Form>
    </Page>
  );
}

interface SummaryProps {
  flow: contract.TurnoverFlow;
  type: contract.TurnoverType;
  counterparty_id?: string | null | undefined;
  date?: string | undefined;
  inStock: boolean;
  reason?: string | undefined;
  items: readonly Line[];
}

/** What is about to be posted, and what that will do. */
function Summary({ flow, type, counterparty_id, date, inStock, reason, items }: SummaryProps) {
  const t = useText(text);
  const types = useText(typeNames);
  const project_id = useProjectId();
  const party = useCounterpartyName(project_id, counterparty_id || null)?.name ?? null;
  const count = piecesOf(items);
  const sum = sumOf(items.map((item) => ({ ...item, count: item.count || 0 })));
  return (
    <Stack gap="md">
      <KeyFacts
        title={t.details}
        facts={[
          { label: t.type, value: types[`${flow} ${type}`] },
          { label: partyWord({ flow, type }, t), value: party ?? t.nobody, hidden: type === 'write_off' },
          { label: t.reason, value: reason, hidden: !reason },
          { label: t.date, value: <DateOnly date={date} /> },
          { label: t.count, value: t.pieces(count) },
          { label: t.sum, value: <Money kopecks={sum} />, hidden: type === 'write_off' },
        ]}
      />
      <Section title={t.willHappen}>
        <List spacing={4}>
          {effectsOf({ flow, type, in_stock: inStock, count, sum, party }, t).map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
      </Section>
    </Stack>
  );
}
