import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/turnover/contract';
import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readVariants } from '../catalog';
import { Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { DocumentFields } from './DocumentFields';
import { documentSchema } from './form';
import { ItemsField, knownOf, useNames } from './ItemsField';
import { piecesOf } from './parts';
import { text } from './text';

export function EditDraftPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const document = useCall(contract.readTurnover, { params: { project_id, id } });
  return (
    <Loaded query={document}>
      {(data) => (
        <Page
          title={t.editTitle(data.number)}
          crumbs={[{ to: `/cp/turnover/${data.id}`, label: t.one(data.flow, data.number) }]}
          narrow
        >
          {data.status === 'draft' ? (
            <Draft key={data.id} document={data} />
          ) : (
            <Alert color="gray" icon={<IconLock size={18} />}>
              {t.notDraft}
            </Alert>
          )}
        </Page>
      )}
    </Loaded>
  );
}

interface DraftProps {
  document: contract.TurnoverDocument;
}

/** What its goods cost whom is read before: what was proposed for them goes with the buyer and the count. */
function Draft({ document }: DraftProps) {
  const project_id = useProjectId();
  const ids = document.items.map((item) => item.product_variant_id);
  const variants = useQuery({
    queryKey: [listAllVariants.path, project_id, 'draft', ids],
    queryFn: () => readVariants(project_id, ids),
    // somebody else saves the draft: what is typed here stays
    placeholderData: keepPreviousData,
  });
  return <Loaded query={variants}>{(found) => <EditForm document={document} variants={found} />}</Loaded>;
}

function EditForm({ document, variants }: DraftProps & { variants: readonly VariantRecord[] }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const navigate = useNavigate();
  const update = useAction(contract.updateTurnover, { success: t.draftSaved, quiet: true });
  const page = `/cp/turnover/${document.id}`;
  const { flow } = document;
  const form = useEntityForm({
    schema: useMemo(() => documentSchema(() => true, locale), [locale]),
    initial: {
      flow,
      type: document.type,
      counterparty_id: document.counterparty?.id ?? '',
      date: document.date,
      in_stock: document.in_stock,
      expected_on: document.expected_on ?? '',
      reason: document.reason,
      comment: document.comment,
      items: document.items.map(({ product_variant_id, count, transaction_item_price, sale_price }) => ({
        product_variant_id,
        count,
        transaction_item_price,
        sale_price,
      })),
    },
    version: document.version,
    submit: ({ changed: { flow: _, ...changed }, version }) =>
      update.mutateAsync({
        params: { project_id, id: document.id },
        body: changed,
        ...(version === undefined ? {} : { if_match: version }),
      }),
    onSaved: () => navigate(page),
  });
  const now = form.watch();
  const names = useNames({
    // the goods may be gone since
    ...Object.fromEntries(document.items.map((item) => [item.product_variant_id, { ...item, price: item.sale_price }])),
    ...Object.fromEntries(variants.map((variant) => [variant.id, knownOf(variant)])),
  });
  const labels = {
    type: t.type,
    counterparty_id: t.counterparty,
    date: t.date,
    in_stock: t.inStock,
    expected_on: t.expectedOn,
    reason: t.reason,
    comment: t.comment,
    items: t.items,
  };
  const show = (name: string, value: unknown) =>
    name === 'items' && Array.isArray(value) ? t.pieces(piecesOf(value)) : undefined;
  return (
    <Form form={form} labels={labels} show={show}>
      <Section title={t.document}>
        <DocumentFields field={form.field} flow={flow} type={now.type} inStock={now.in_stock !== false} />
      </Section>
      <Section title={t.items} flush>
        <ItemsField {...form.field('items')} flow={flow} type={now.type} names={names} />
      </Section>
      <FormBar back={page} />
    </Form>
  );
}
