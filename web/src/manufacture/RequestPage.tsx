import { listAllVariants } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/manufacture/contract';
import { editableParts, leftOf, refuseMove } from '@lanka/domain/manufacture/rules';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconChecks, IconLink, IconPencil, IconPlayerPlay, IconPrinter, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { AvailableRows, GoodsName, titleOf } from '../catalog';
import { Explain, History, KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { useKnownRoute } from '../kit/page/routes';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { MadeDialog } from './MadeDialog';
import { PrintSheet } from './PrintSheet';
import { requestTool } from './panels';
import { Deadline, Materials, OrderLink } from './parts';
import { manufactureStatus, text } from './text';

export function RequestPage() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const request = useCall(contract.readManufactureRequest, { params: { project_id, id } });
  return <Loaded query={request}>{(data) => <Shown request={data} />}</Loaded>;
}

function Shown({ request }: { request: contract.ManufactureRequest }) {
  const t = useText(text);
  const { can } = useSession();
  const [finishing, setFinishing] = useState(false);
  const project_id = useProjectId();
  const { locale } = useLocale();
  const tools = useHook(requestTool);
  const moves = useMoves(request);
  const { status } = request;
  const edits = can('manufacture.edit');
  const next =
    status === 'new'
      ? { label: t.start, icon: IconPlayerPlay, onClick: () => void moves.start(), loading: moves.isMoving }
      : { label: t.done, icon: IconChecks, onClick: () => setFinishing(true) };
  const isOpen = editableParts(status).details;
  return (
    <Page
      title={t.one(request.number)}
      crumbs={[{ to: '/cp/manufacture_requests', label: t.title }]}
      status={<StatusBadge table={manufactureStatus} value={status} />}
      action={edits && isOpen && next}
      menu={[
        { label: t.print, icon: IconPrinter, onClick: () => window.print() },
        ...tools.map(({ label, icon, run }) => ({
          label: label[locale],
          icon,
          onClick: () => void run(project_id, request.id).catch(notifyError),
        })),
        ...(edits && isOpen
          ? [
              { label: t.edit, icon: IconPencil, to: `/cp/manufacture_requests/${request.id}/edit` },
              {
                label: t.cancel,
                icon: IconTrash,
                danger: true,
                hidden: refuseMove(status, 'canceled', request.made) !== null,
                onClick: () => void moves.cancel(),
              },
            ]
          : []),
      ]}
      side={<Facts request={request} />}
    >
      {request.automatic && status === 'new' && (
        <Alert color="blue" icon={<IconLink size={18} />} title={t.automatic}>
          {t.automaticHint}
        </Alert>
      )}
      <Section title={t.lines} flush>
        <LinesTable request={request} />
      </Section>
      {request.order_comments.length > 0 && (
        <Section title={t.orderComments}>
          <Stack gap="xs">
            {request.order_comments.map((comment, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are texts, and are not moved
              <Text key={i} className="wrap-anywhere">
                {comment}
              </Text>
            ))}
          </Stack>
        </Section>
      )}
      <PrintSheet request={request} />
      {request.parts.length > 0 && <Parts request={request} />}
      {edits && status === 'in_production' && (
        <MadeDialog request={request} opened={finishing} close={() => setFinishing(false)} />
      )}
    </Page>
  );
}

/** Starting and cancelling, each with its consequences first. */
function useMoves(request: contract.ManufactureRequest) {
  const t = useText(text);
  const project_id = useProjectId();
  const ask = useConfirm();
  const params = { project_id, id: request.id };
  const start = useAction(contract.moveManufactureRequest, { success: t.started });
  const cancel = useAction(contract.moveManufactureRequest, { success: t.canceled });
  return {
    isMoving: start.isPending,
    async start() {
      const effects = [t.startEffect, ...(request.automatic ? [t.startOrder] : [])];
      if (await ask({ title: t.startTitle, effects, confirmLabel: t.start }))
        start.mutate({ params, body: { to: 'in_production' } });
    },
    async cancel() {
      const answer = await ask({
        title: t.cancelTitle,
        effects: [t.cancelEffect, ...(request.order ? [t.cancelWaits(t.orderNumber(request.order.number))] : [])],
        irreversible: true,
        confirmLabel: t.cancel,
        danger: true,
      });
      if (answer) cancel.mutate({ params, body: { to: 'canceled' } });
    },
  };
}

function LinesTable({ request }: { request: contract.ManufactureRequest }) {
  const t = useText(text);
  const begun = request.status === 'in_production' || request.made > 0;
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.product}</th>
          <th scope="col" className="cell-right">
            {t.wanted}
          </th>
          {begun && (
            <th scope="col" className="cell-right">
              {t.made}
            </th>
          )}
          <th scope="col" className="cell-right">
            {t.available}
          </th>
          <th scope="col" className="cell-right" title={t.waitingHint}>
            {t.waiting}
          </th>
        </tr>
      </thead>
      <tbody>
        {request.lines.map((line) => (
          <tr key={line.product_variant_id}>
            <td className="line-name">
              <GoodsName item={line} to={`/cp/products/${line.product_id}`} />
              <Materials materials={line.materials} />
            </td>
            <LineCell label={t.wanted}>
              <Explain value={<Count value={line.count} unit={line.unit} />} title={`${t.wanted}: ${titleOf(line)}`}>
                <Wanted request={request} line={line} />
              </Explain>
            </LineCell>
            {begun && (
              <LineCell label={t.made}>
                <Explain value={<Count value={line.made} unit={line.unit} />} title={`${t.made}: ${titleOf(line)}`}>
                  <Parts request={request} of={line.product_variant_id} />
                </Explain>
              </LineCell>
            )}
            <LineCell label={t.available}>
              <Opened line={line} title={t.available}>
                <Count value={line.available} unit={line.unit} />
              </Opened>
            </LineCell>
            <LineCell label={t.waiting}>
              <Opened line={line} title={t.waiting}>
                <Text span inherit {...(line.waiting > 0 ? { c: 'var(--text-negative)' } : {})}>
                  <Count value={line.waiting} unit={line.unit} />
                </Text>
              </Opened>
            </LineCell>
          </tr>
        ))}
      </tbody>
    </LineTable>
  );
}

interface OpenedProps {
  line: contract.ManufactureRequest['lines'][number];
  title: string;
  children: ReactNode;
}

/** A figure of stock that opens who holds and awaits the goods, and how they came and went. */
function Opened({ line, title, children }: OpenedProps) {
  const { can } = useSession();
  if (!can('stock.read')) return children;
  return (
    <Explain value={children} title={`${title}: ${titleOf(line)}`}>
      <StockRows id={line.product_variant_id} />
    </Explain>
  );
}

function StockRows({ id }: { id: string }) {
  const project_id = useProjectId();
  const found = useCall(listAllVariants, { params: { project_id }, query: { id: [id], limit: 1 } });
  return (
    <Loaded query={found}>
      {({ items: [variant] }) =>
        variant && (
          <AvailableRows
            projectId={project_id}
            variantId={id}
            actual={variant.actual ?? 0}
            booked={variant.booked ?? 0}
          />
        )
      }
    </Loaded>
  );
}

/** For whom so many are wanted, how many of them came and how many are left to make. */
function Wanted({ request, line }: { request: contract.ManufactureRequest; line: contract.ManufactureLine }) {
  const t = useText(text);
  return (
    <KeyFacts
      facts={[
        { label: t.order, value: <OrderLink order={request.order} />, hidden: !request.order },
        { label: t.createdBy, value: request.created_by.name, hidden: request.order !== null },
        { label: t.wanted, value: <Count value={line.count} unit={line.unit} /> },
        { label: t.made, value: <Count value={line.made} unit={line.unit} /> },
        { label: t.left, value: <Count value={leftOf(line)} unit={line.unit} /> },
      ]}
    />
  );
}

interface PartsProps {
  request: contract.ManufactureRequest;
  /** Of these goods alone. */
  of?: string;
}

/** What came when, each with its document for who may see it. */
function Parts({ request, of }: PartsProps) {
  const t = useText(text);
  const known = useKnownRoute();
  const { can } = useSession();
  return (
    <History
      {...(of === undefined ? { title: t.parts } : {})}
      entries={[...request.parts].reverse().flatMap((part) => {
        const { id, document, comment, reversed, actor, created_at, items } = part;
        const count = of === undefined ? part.count : (items.find((one) => one.product_variant_id === of)?.count ?? 0);
        if (count === 0) return [];
        const to = `/cp/turnover/${document?.id}`;
        const title = reversed ? t.partReversed(count) : document ? t.partCame(count) : t.partUnstocked(count);
        return {
          id,
          at: created_at,
          who: actor.name,
          title:
            document && known(to) && can('turnover.read') ? (
              <Anchor component={Link} to={to} inherit>
                {`${title} · ${t.documentNumber(document.number)}`}
              </Anchor>
            ) : (
              title
            ),
          text: comment,
        };
      })}
    />
  );
}

function Facts({ request }: { request: contract.ManufactureRequest }) {
  const t = useText(text);
  return (
    <KeyFacts
      title={t.details}
      facts={[
        { label: t.order, value: <OrderLink order={request.order} />, hidden: !request.order },
        { label: t.wanted, value: t.pieces(request.count) },
        {
          label: t.made,
          value: (
            <Explain value={t.pieces(request.made)} title={t.parts}>
              <Parts request={request} />
            </Explain>
          ),
          hidden: request.made === 0,
        },
        { label: t.deadline, value: <Deadline request={request} /> },
        { label: t.producer, value: request.producer?.name ?? t.anyProducer },
        {
          label: t.comment,
          value: <span className="wrap-anywhere">{request.comment}</span>,
          hidden: !request.comment,
        },
        { label: t.createdBy, value: request.created_by.name },
        { label: t.createdAt, value: <DateTime at={request.created_at} /> },
        { label: t.startedAt, value: <DateTime at={request.started_at} />, hidden: !request.started_at },
        { label: t.finishedBy, value: request.finished_by?.name, hidden: !request.finished_by },
        { label: t.finishedAt, value: <DateTime at={request.finished_at} />, hidden: !request.finished_at },
      ]}
    />
  );
}
