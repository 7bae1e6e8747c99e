import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/reconciliations/contract';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconSend } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { KeyFacts } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime } from '../kit/display/values';
import { type CallError, call } from '../kit/http/call';
import { download } from '../kit/http/download';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Placed } from '../kit/page/Placed';
import { type MenuEntry, Page, type PageAction } from '../kit/page/page';
import { usePlace } from '../kit/page/place';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { ActLines } from './ActLines';
import { ActTalk } from './ActTalk';
import { Neighbours, NextOfMine } from './Neighbours';
import { actPath, amongOf } from './path';
import { actStatus, sideNames, text } from './text';

/** An act as both sides see it; the dropshipper's link says at which supplier it is. */
export function ActPage() {
  const t = useText(text);
  const [search] = useSearchParams();
  const found = usePlace('reconciliation', (project_id, id, signal) =>
    call(contract.readReconciliationAct, { params: { project_id, id }, query: {}, signal }),
  );
  const { place, id } = found;
  const revision = Number(search.get('revision')) || undefined;
  const act = useCall(
    contract.readReconciliationAct,
    { params: { project_id: place?.project_id ?? '', id }, ...(revision ? { query: { revision } } : {}) },
    { enabled: place !== undefined },
  );
  if (!place || act.data === undefined) {
    return (
      <Page title={t.title} crumbs={[{ to: '/cp/reconciliations', label: t.title }]}>
        <Placed found={found} query={act} />
      </Page>
    );
  }
  // what was refused or half written of one act is not of the next
  return <Known key={act.data.id} project_id={place.project_id} act={act.data} />;
}

interface OfAct {
  project_id: string;
  act: contract.Act;
}

function Known({ project_id, act }: OfAct) {
  const t = useText(text);
  const { isDropshipping, role } = useSession();
  const { action, menu, error } = useDeeds({ project_id, act });
  return (
    <Page
      title={t.one(act.number)}
      crumbs={[{ to: '/cp/reconciliations', label: t.title }]}
      status={<StatusBadge table={actStatus} value={act.status} size="lg" />}
      subtitle={isDropshipping ? act.project_title : act.counterparty_name}
      secondary={
        role === 'Client' ? (
          <NextOfMine act={act} project_id={project_id} />
        ) : (
          <Neighbours act={act} project_id={project_id} />
        )
      }
      action={action}
      menu={menu}
      side={<Facts act={act} project_id={project_id} />}
    >
      <Notices act={act} />
      {error?.code === 'reconciliations.changed' && <Changed error={error} />}
      <ActLines act={act} project_id={project_id} />
      {act.revision > 0 && <ActTalk act={act} project_id={project_id} />}
    </Page>
  );
}

/** What may be done now: one thing beside the title, the rest in the menu. */
function useDeeds({ project_id, act }: OfAct) {
  const t = useText(text);
  const ask = useConfirm();
  const params = { project_id, id: act.id };
  const send = useAction(contract.sendReconciliation, { success: t.sent });
  const agree = useAction(contract.agreeReconciliation, { success: t.agreed });
  const dispute = useAction(contract.disputeReconciliation, { success: t.disputed });
  const withdraw = useAction(contract.withdrawReconciliation, { success: t.withdrawnDone });
  const may = (deed: contract.ActDeed) => act.deeds.includes(deed);

  const onSend = async () => {
    const answer = await ask({
      title: t.sendTitle,
      effects: t.sendEffects,
      confirmLabel: act.revision > 0 ? t.sendAnew : t.send,
      ...(act.revision > 0 ? { reason: { label: t.sendComment } } : {}),
    });
    if (answer) send.mutate({ params, body: answer.reason ? { comment: answer.reason } : {} });
  };
  const onAgree = async () => {
    const byHand = may('send');
    const answer = await ask({
      title: t.agreeTitle,
      effects: t.agreeEffects(act.to.split('-').reverse().join('.')),
      irreversible: t.agreeFinal,
      confirmLabel: t.agree,
      ...(byHand ? { reason: { label: t.agreeNote, hint: t.agreeNoteHint, required: true } } : {}),
    });
    if (answer) agree.mutate({ params, body: { revision: act.revision, ...(byHand ? { note: answer.reason } : {}) } });
  };
  const onDispute = async () => {
    const answer = await ask({
      title: t.disputeActTitle,
      reason: { label: t.what, hint: t.disputeHint, required: true },
      confirmLabel: t.dispute,
    });
    if (answer) dispute.mutate({ params, body: { comment: answer.reason, revision: act.revision } });
  };
  const onWithdraw = async () => {
    const answer = await ask({
      title: t.withdrawTitle,
      effects: t.withdrawEffects,
      confirmLabel: t.withdraw,
      danger: true,
    });
    if (answer) withdraw.mutate({ params });
  };

  const sending: PageAction = {
    label: act.revision > 0 ? t.sendAnew : t.send,
    icon: IconSend,
    onClick: () => void onSend(),
    loading: send.isPending,
  };
  const agreeing: PageAction = {
    label: t.agree,
    icon: IconCheck,
    onClick: () => void onAgree(),
    loading: agree.isPending,
    disabledReason: act.outdated ? t.outdated : null,
  };
  // of two things the one that is next: what was sent on paper waits to be agreed
  const isNext = act.status === 'draft' || act.status === 'disputed' || act.outdated;
  const action = may('agree') && !(may('send') && isNext) ? agreeing : may('send') && isNext ? sending : undefined;
  const save = (route: typeof contract.readReconciliationPdf | typeof contract.readReconciliationXlsx) => () => {
    const query = act.shown_revision < act.revision ? { revision: act.shown_revision } : {};
    download(route, { params, query }).catch(notifyError);
  };
  const menu: MenuEntry[] = [
    { ...sending, hidden: !may('send') || action === sending },
    { ...agreeing, hidden: !may('agree') || action === agreeing },
    { label: t.disputeAct, onClick: () => void onDispute(), hidden: !may('dispute') },
    { label: t.pdf, icon: IconDownload, onClick: save(contract.readReconciliationPdf), hidden: act.revision === 0 },
    { label: t.xlsx, icon: IconDownload, onClick: save(contract.readReconciliationXlsx), hidden: act.revision === 0 },
    { label: t.withdraw, onClick: () => void onWithdraw(), danger: true, hidden: !may('withdraw') },
  ];
  return { action, menu, error: agree.error as CallError | null };
}

function Notices({ act }: { act: contract.Act }) {
  const t = useText(text);
  const [, setSearch] = useSearchParams();
  const toNewest = () =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete('revision');
      return next;
    });
  return (
    <>
      {act.status === 'draft' && <Alert color="gray">{t.draftNote}</Alert>}
      {act.shown_revision < act.revision && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title={t.oldRevision(act.shown_revision)}>
          <Anchor component="button" type="button" inherit onClick={toNewest}>
            {t.toNewest}
          </Anchor>
        </Alert>
      )}
      {act.outdated && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title={t.outdated}>
          {act.deeds.includes('send') ? t.outdatedOwn : t.outdatedOther}
        </Alert>
      )}
    </>
  );
}

interface ChangeTold {
  change?: 'opening' | 'added' | 'gone';
  was?: number;
  is?: number;
  date?: string;
  document?: string;
  debit?: number;
  credit?: number;
}

/** Why it could not be agreed, line by line. */
function Changed({ error }: { error: CallError }) {
  const t = useText(text);
  const changes = error.details as readonly ChangeTold[];
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t.changedTitle} role="alert">
      <Stack gap={4}>
        {changes.map((one) =>
          one.change === 'opening' ? (
            <Text key="opening" size="sm">
              {t.openingWas}: {formatMoney(one.was ?? 0)} → {formatMoney(one.is ?? 0)}
            </Text>
          ) : (
            <Text key={`${one.change} ${one.date} ${one.document} ${one.debit} ${one.credit}`} size="sm">
              {one.change === 'added' ? t.added : t.gone}: <DateOnly date={one.date} />, {one.document},{' '}
              {formatMoney((one.debit ?? 0) || (one.credit ?? 0))}
            </Text>
          ),
        )}
      </Stack>
    </Alert>
  );
}

function Facts({ act, project_id }: OfAct) {
  const t = useText(text);
  const sides = useText(sideNames);
  const { isDropshipping } = useSession();
  const [search] = useSearchParams();
  const at = isDropshipping ? project_id : null;
  const tail = (revision: number) => {
    const path = actPath(act.id, at, amongOf(Object.fromEntries(search)));
    return `${path}${path.includes('?') ? '&' : '?'}revision=${revision}`;
  };
  const inFavourOf = act.closing < 0 ? act.project_title : act.counterparty_name;
  return (
    <KeyFacts
      facts={[
        {
          label: t.counterparty,
          value: <CounterpartyLink id={act.counterparty_id} name={act.counterparty_name} />,
        },
        { label: t.supplier, value: act.project_title, hidden: !isDropshipping },
        {
          label: t.period,
          value: (
            <>
              <DateOnly date={act.from} /> – <DateOnly date={act.to} />
            </>
          ),
        },
        {
          label: t.closing,
          value: act.closing === 0 ? t.noDebt : t.inFavour(inFavourOf, formatMoney(Math.abs(act.closing))),
        },
        { label: t.waitsFor, value: act.awaits ? sides[act.awaits] : '–', hidden: act.awaits === null },
        { label: t.remindedLast, value: <DateOnly date={act.reminded_on} />, hidden: act.reminded_on === null },
        { label: t.builtBy, value: `${act.created_by.name ?? t.system} (${sides[act.built_by]})` },
        {
          label: t.revisions,
          hidden: act.revisions.length === 0,
          value: (
            <Stack gap={2}>
              {act.revisions.map(({ revision, sent_at }) => (
                <Text key={revision} size="sm" component="div">
                  {revision === act.shown_revision ? (
                    t.revision(revision)
                  ) : (
                    <Anchor component={Link} to={tail(revision)} inherit>
                      {t.revision(revision)}
                    </Anchor>
                  )}{' '}
                  · <DateTime at={sent_at} />
                </Text>
              ))}
            </Stack>
          ),
        },
        {
          label: t.agreedBy,
          hidden: act.agreed_by === null,
          value: (
            <>
              {act.agreed_by?.name} · <DateTime at={act.agreed_at} />
              {act.agreed_note && <Text size="sm">{act.agreed_note}</Text>}
            </>
          ),
        },
      ]}
    />
  );
}
