import * as contract from '@lanka/domain/turnover/contract';
import { hasPrices } from '@lanka/domain/turnover/rules';
import { Anchor, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconPackageImport, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { GoodsName } from '../catalog';
import { Explain, History, KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Count, DateOnly, DateTime, Money } from '../kit/display/values';
import { fieldErrors } from '../kit/form/values';
import { CallError } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { useKnownRoute } from '../kit/page/routes';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { ArriveDialog } from './ArriveDialog';
import { DocumentFiles } from './DocumentFiles';
import { effectsOf } from './effects';
import { documentPanel, documentTool } from './panels';
import { partyWord, shownStatus } from './parts';
import { text, turnoverStatus, typeNames } from './text';

export function DocumentPage() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const document = useCall(contract.readTurnover, { params: { project_id, id } });
  return <Loaded query={document}>{(data) => <Shown key={data.id} document={data} />}</Loaded>;
}

function Shown({ document }: { document: contract.TurnoverDocument }) {
  const t = useText(text);
  const types = useText(typeNames);
  const session = useSession();
  const { can } = session;
  const { locale } = useLocale();
  const project_id = useProjectId();
  const tools = useHook(documentTool).filter(({ visible }) => visible(session, document));
  const panels = useHook(documentPanel).filter(({ visible }) => visible(document));
  const [arriving, setArriving] = useState(false);
  const acts = useActs(document);
  const { status, flow, type, number, expected } = document;
  const isDraft = status === 'draft';
  const edit = { label: t.edit, icon: IconPencil, to: `/cp/turnover/${document.id}/edit` };
  const arrives = expected > 0 && can('turnover.edit');
  return (
    <Page
      title={t.one(flow, number)}
      crumbs={[{ to: '/cp/turnover', label: t.title }]}
      status={<StatusBadge table={turnoverStatus} value={shownStatus(document)} size="lg" />}
      subtitle={types[`${flow} ${type}`]}
      action={
        isDraft
          ? can('turnover.post')
            ? { label: t.post, icon: IconChecks, onClick: () => void acts.post(), loading: acts.isPosting }
            : can('turnover.edit') && edit
          : arrives && { label: t.arrive, icon: IconPackageImport, onClick: () => setArriving(true) }
      }
      menu={[
        { ...edit, hidden: !isDraft || !can('turnover.edit') },
        ...tools.map(({ label, icon, to, run }) => ({
          label: label[locale],
          icon,
          ...(to ? { to: to(document.id) } : {}),
          ...(run ? { onClick: () => void run(project_id, document).catch(notifyError) } : {}),
        })),
        {
          label: t.removeDraft,
          icon: IconTrash,
          danger: true,
          hidden: !isDraft || !can('turnover.edit'),
          onClick: () => void acts.remove(),
        },
        {
          label: t.reverse,
          icon: IconArrowBackUp,
          danger: true,
          hidden: status !== 'posted' || document.reverses !== null || !can('turnover.post'),
          onClick: () => void acts.reverse(),
        },
      ]}
      side={<Facts document={document} />}
    >
      <Section title={t.items} {...(document.items.length === 0 ? { empty: t.noItems } : {})} flush>
        <ItemsTable document={document} refusals={acts.refusals} />
      </Section>
      {panels.map(({ id, Component }) => (
        <Component key={id} document={document} />
      ))}
      <DocumentFiles document={document} />
      {document.arrivals.length > 0 && (
        <History
          title={t.arrivals}
          entries={[...document.arrivals].reverse().map((arrival) => ({
            id: arrival.id,
            at: arrival.created_at,
            who: arrival.actor.name,
            title: (
              <Explain value={t.goodsCame(arrival.count)} title={t.whatCame}>
                <Came document={document} arrival={arrival} />
              </Explain>
            ),
            text: arrival.comment,
          }))}
        />
      )}
      {arrives && <ArriveDialog document={document} opened={arriving} close={() => setArriving(false)} />}
    </Page>
  );
}

/** Which goods came at once, in the order of the document. */
function Came({ document, arrival }: { document: contract.TurnoverDocument; arrival: contract.Arrival }) {
  const t = useText(text);
  const counts = new Map(arrival.items.map(({ product_variant_id, count }) => [product_variant_id, count]));
  return (
    <>
      <Text size="sm" c="dimmed" component="div">
        <DateTime at={arrival.created_at} />
      </Text>
      {document.items
        .filter(({ product_variant_id }) => counts.has(product_variant_id))
        .map((item) => (
          <Group key={item.product_variant_id} justify="space-between" wrap="nowrap" gap="md">
            <GoodsName item={item} />
            <Text className="figures nowrap" fw={600}>
              {t.pieces(counts.get(item.product_variant_id) ?? 0)}
            </Text>
          </Group>
        ))}
    </>
  );
}

/** What can be done with a document, each with its consequences first. */
function useActs(document: contract.TurnoverDocument) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const ask = useConfirm();
  const params = { project_id, id: document.id };
  /** What the server refused, by the fields of the document; each line shows its own. */
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const onError = (error: Error) => setRefusals(error instanceof CallError ? fieldErrors(error.details) : {});
  const onSuccess = () => setRefusals({});
  const post = useAction(contract.postTurnover, { success: t.posted, onError, onSuccess });
  const remove = useAction(contract.deleteTurnover, {
    success: t.removed,
    onSuccess: () => navigate('/cp/turnover'),
  });
  const reverse = useAction(contract.reverseTurnover, { success: t.reversed, onError, onSuccess });
  const party = document.counterparty?.name ?? null;
  return {
    refusals,
    isPosting: post.isPending,
    async post() {
      const effects = effectsOf({ ...document, party }, t);
      if (await ask({ title: t.posting, effects, confirmLabel: t.post })) post.mutate({ params });
    },
    async remove() {
      if (await ask({ title: t.removeTitle, effects: [t.stays], confirmLabel: t.removeDraft, danger: true }))
        remove.mutate({ params });
    },
    async reverse() {
      const { flow, type, sum, items, expected } = document;
      const came = items.reduce((total, { arrived }) => total + arrived, 0);
      const goods = flow === 'income' ? t.goodsLeave(came) : t.goodsCome(came);
      const back = effectsOf({ flow, type, in_stock: true, count: came, sum: -sum, party }, t);
      const answer = await ask({
        title: t.reverseTitle(document.number),
        effects: [
          ...(came > 0 ? [goods] : []),
          ...(expected > 0 ? [t.expectNothing(expected)] : []),
          ...(flow === 'income' && type === 'purchase' ? [t.costBack] : []),
          ...back.slice(-2, -1),
        ],
        irreversible: t.counterDocument,
        reason: { label: t.whyReverse },
        confirmLabel: t.reverse,
        danger: true,
      });
      if (answer) reverse.mutate({ params, body: { comment: answer.reason } });
    },
  };
}

interface ItemsTableProps {
  document: contract.TurnoverDocument;
  refusals: Readonly<Record<string, string>>;
}

function ItemsTable({ document, refusals }: ItemsTableProps) {
  const t = useText(text);
  const priced = hasPrices(document.type);
  const inParts = !document.in_stock;
  const sold = document.items.some(({ sale_price }) => sale_price !== null);
  const head = (label: string) => (
    <th scope="col" className="cell-right">
      {label}
    </th>
  );
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.product}</th>
          {head(t.count)}
          {inParts && head(t.arrived)}
          {priced && head(document.type === 'purchase' ? t.purchasePrice : t.price)}
          {priced && sold && head(t.salePrice)}
          {priced && head(t.amount)}
        </tr>
      </thead>
      <tbody>
        {document.items.map((item, i) => (
          <tr key={item.product_variant_id}>
            <td className="line-name">
              <GoodsName item={item} to={`/cp/products/${item.product_id}`} />
              <LineRefusal refusals={refusals} line={`items.${i}.`} />
            </td>
            <LineCell label={t.count}>
              <Count value={item.count} unit={item.unit} />
            </LineCell>
            {inParts && (
              <LineCell label={t.arrived}>
                <Count value={item.arrived} unit={item.unit} />
              </LineCell>
            )}
            {priced && (
              <LineCell label={document.type === 'purchase' ? t.purchasePrice : t.price}>
                {item.transaction_item_price === null ? (
                  <Text span inherit c="dimmed">
                    {t.unknown}
                  </Text>
                ) : (
                  <Money kopecks={item.transaction_item_price} />
                )}
              </LineCell>
            )}
            {priced && sold && (
              <LineCell label={t.salePrice}>
                <Money kopecks={item.sale_price} />
              </LineCell>
            )}
            {priced && (
              <LineCell label={t.amount}>
                <Money kopecks={item.transaction_amount} fw={600} />
              </LineCell>
            )}
          </tr>
        ))}
      </tbody>
    </LineTable>
  );
}

/** Why this line keeps the document from being posted or reversed. */
function LineRefusal({ refusals, line }: Pick<ItemsTableProps, 'refusals'> & { line: string }) {
  const found = Object.entries(refusals).find(([path]) => path.startsWith(line));
  if (!found) return null;
  return (
    <Text size="sm" c="var(--text-negative)" role="alert">
      {found[1]}
    </Text>
  );
}

function OtherLink({ other }: { other: contract.TurnoverDocument['reverses'] }) {
  const t = useText(text);
  if (!other) return null;
  return (
    <Anchor component={Link} to={`/cp/turnover/${other.id}`} inherit>
      {t.documentNumber(other.number)}
    </Anchor>
  );
}

function Facts({ document }: { document: contract.TurnoverDocument }) {
  const t = useText(text);
  const known = useKnownRoute();
  const { can } = useSession();
  const { counterparty, ref } = document;
  const request = ref?.kind === 'manufacture_request' ? `/cp/manufacture_requests/${ref.id}` : null;
  return (
    <KeyFacts
      title={t.details}
      facts={[
        { label: t.sum, value: <Money kopecks={document.sum} fw={600} />, hidden: !hasPrices(document.type) },
        { label: t.count, value: t.pieces(document.count) },
        { label: t.left, value: t.pieces(document.expected), hidden: document.expected === 0 },
        {
          label: partyWord(document, t),
          value: counterparty ? <CounterpartyLink id={counterparty.id} name={counterparty.name} /> : t.nobody,
          hidden: document.type === 'write_off' || ref !== null,
        },
        {
          label: t.madeBy,
          value:
            request && known(request) && can('manufacture.read') ? (
              <Anchor component={Link} to={request} inherit>
                {t.open}
              </Anchor>
            ) : (
              '–'
            ),
          hidden: request === null,
        },
        { label: t.reason, value: <span className="wrap-anywhere">{document.reason}</span>, hidden: !document.reason },
        { label: t.date, value: <DateOnly date={document.date} /> },
        {
          label: t.countedOn,
          value: <DateOnly date={document.counted_on} />,
          hidden: document.counted_on === null || document.counted_on === document.date,
        },
        { label: t.expectedOn, value: <DateOnly date={document.expected_on} />, hidden: !document.expected_on },
        { label: t.reverses, value: <OtherLink other={document.reverses} />, hidden: !document.reverses },
        { label: t.reversedBy, value: <OtherLink other={document.reversed_by} />, hidden: !document.reversed_by },
        {
          label: t.comment,
          value: <span className="wrap-anywhere">{document.comment}</span>,
          hidden: !document.comment,
        },
        { label: t.createdBy, value: document.created_by.name },
        { label: t.createdAt, value: <DateTime at={document.created_at} /> },
        { label: t.postedBy, value: document.posted_by?.name, hidden: !document.posted_by },
        { label: t.postedAt, value: <DateTime at={document.posted_at} />, hidden: !document.posted_at },
      ]}
    />
  );
}
