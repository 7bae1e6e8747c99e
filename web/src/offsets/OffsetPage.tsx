import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/offsets/contract';
import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Amount, Aside, DateOnly, DateTime } from '../kit/display/values';
import { call } from '../kit/http/call';
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
import { offsetPath, useIsClient } from './path';
import { offsetStatus, sideNames, text } from './text';

/** An act as both sides see it; the dropshipper's link says at which supplier it is. */
export function OffsetPage() {
  const t = useText(text);
  const found = usePlace('offset', (project_id, id, signal) =>
    call(contract.readOffset, { params: { project_id, id }, signal }),
  );
  const { place, id } = found;
  const params = { project_id: place?.project_id ?? '', id };
  const act = useCall(contract.readOffset, { params }, { enabled: place !== undefined });
  if (!place || act.data === undefined) {
    return (
      <Page title={t.title} crumbs={[{ to: '/cp/offsets', label: t.title }]}>
        <Placed found={found} query={act} />
      </Page>
    );
  }
  return <Known project_id={place.project_id} act={act.data} />;
}

interface OfAct {
  project_id: string;
  act: contract.Offset;
}

function Known({ project_id, act }: OfAct) {
  const t = useText(text);
  const isClient = useIsClient();
  const { action, menu } = useDeeds({ project_id, act });
  return (
    <Page
      title={t.one(act.number)}
      crumbs={[{ to: '/cp/offsets', label: t.title }]}
      status={<StatusBadge table={offsetStatus} value={act.status} size="lg" />}
      subtitle={isClient ? act.project_title : act.counterparty_name}
      action={action}
      menu={menu}
      side={<Facts act={act} project_id={project_id} />}
    >
      {act.outdated && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title={t.outdated}>
          {t.outdatedText}
        </Alert>
      )}
      <Debts act={act} />
    </Page>
  );
}

/** Agreeing stands beside the title, the rest in the menu. */
function useDeeds({ project_id, act }: OfAct) {
  const t = useText(text);
  const ask = useConfirm();
  const params = { project_id, id: act.id };
  const agree = useAction(contract.agreeOffset, { success: t.agreed });
  const refuse = useAction(contract.refuseOffset, { success: t.refused });
  const withdraw = useAction(contract.withdrawOffset, { success: t.withdrawnDone });
  const reverse = useAction(contract.reverseOffset, { success: t.reverseDone });
  const may = (deed: contract.OffsetDeed) => act.deeds.includes(deed);
  const sum = formatMoney(act.amount);

  const onAgree = async () => {
    const byHand = may('withdraw');
    const answer = await ask({
      title: t.agreeTitle,
      effects: act.reverses ? t.agreeBackEffects(sum) : t.agreeEffects(sum),
      irreversible: t.agreeFinal,
      confirmLabel: t.agree,
      ...(byHand ? { reason: { label: t.agreeNote, hint: t.agreeNoteHint, required: true } } : {}),
    });
    if (answer) agree.mutate({ params, body: byHand ? { note: answer.reason } : {} });
  };
  const onRefuse = async () => {
    const answer = await ask({
      title: t.refuseTitle,
      reason: { label: t.why, required: true },
      confirmLabel: t.refuse,
      danger: true,
    });
    if (answer) refuse.mutate({ params, body: { comment: answer.reason } });
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
  const onReverse = async () => {
    const answer = await ask({
      title: t.reverseTitle,
      effects: t.reverseEffects,
      reason: { label: t.why, required: true },
      confirmLabel: t.reverse,
      danger: true,
    });
    if (answer) reverse.mutate({ params, body: { grounds: answer.reason } });
  };

  const action: PageAction | undefined = may('agree')
    ? {
        label: t.agree,
        icon: IconCheck,
        onClick: () => void onAgree(),
        loading: agree.isPending,
        disabledReason: act.outdated ? t.outdated : null,
      }
    : undefined;
  const save = () => download(contract.readOffsetPdf, { params }).catch(notifyError);
  const menu: MenuEntry[] = [
    { label: t.pdf, icon: IconDownload, onClick: () => void save() },
    { label: t.refuse, onClick: () => void onRefuse(), danger: true, hidden: !may('refuse') },
    { label: t.withdraw, onClick: () => void onWithdraw(), danger: true, hidden: !may('withdraw') },
    { label: t.reverse, onClick: () => void onReverse(), danger: true, hidden: !may('reverse') },
  ];
  return { action, menu };
}

/** Both debts, what is set off, and what is left of each. */
function Debts({ act }: { act: contract.Offset }) {
  const t = useText(text);
  const [ours, theirs] = [act.project_title, act.counterparty_name];
  const rows = [
    { who: theirs, whom: ours, sum: act.debt },
    { who: ours, whom: theirs, sum: act.claim },
  ];
  return (
    <Section title={t.debts}>
      <LineTable>
        <thead>
          <tr>
            <th scope="col">{t.debtor}</th>
            <LineHeads names={act.reverses ? [t.sum] : [t.sum, t.less, t.left]} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, whom, sum }) => (
            <tr key={who}>
              <td className="line-name">
                {who} <Aside>{t.toWhom(whom)}</Aside>
              </td>
              <LineCell label={t.sum}>
                <Amount kopecks={sum} />
              </LineCell>
              {!act.reverses && (
                <>
                  <LineCell label={t.less}>
                    <Amount kopecks={act.amount} />
                  </LineCell>
                  <LineCell label={t.left}>
                    <Amount kopecks={sum - act.amount} />
                  </LineCell>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </LineTable>
    </Section>
  );
}

function Facts({ act, project_id }: OfAct) {
  const t = useText(text);
  const sides = useText(sideNames);
  const { isDropshipping } = useSession();
  const isClient = useIsClient();
  const at = isDropshipping ? project_id : null;
  const link = (one: { id: string; number: number } | null) =>
    one && (
      <Anchor component={Link} to={offsetPath(one.id, at)} inherit>
        № {one.number}
      </Anchor>
    );
  return (
    <KeyFacts
      facts={[
        {
          label: t.counterparty,
          value: <CounterpartyLink id={act.counterparty_id} name={act.counterparty_name} />,
        },
        { label: t.supplier, value: act.project_title, hidden: !isClient },
        { label: t.where, value: act.partner && t.ofPartner(act.partner.title), hidden: act.partner === null },
        { label: t.day, value: <DateOnly date={act.day} /> },
        { label: t.amount, value: formatMoney(act.amount) },
        {
          label: t.grounds,
          value: <span className="wrap-anywhere">{act.grounds}</span>,
          hidden: act.grounds === '',
        },
        { label: t.waitsFor, value: act.awaits && sides[act.awaits], hidden: act.awaits === null },
        { label: t.reverses, value: link(act.reverses), hidden: act.reverses === null },
        { label: t.reversedBy, value: link(act.reversed_by), hidden: act.reversed_by === null },
        {
          label: t.builtBy,
          value: (
            <>
              {act.created_by.name} ({sides[act.built_by]}) · <DateTime at={act.created_at} />
            </>
          ),
        },
        {
          label: t.decidedBy,
          hidden: act.decided_by === null,
          value: (
            <>
              {act.decided_by?.name} · <DateTime at={act.decided_at} />
              {act.decided_note && (
                <Text size="sm" className="wrap-anywhere">
                  {act.decided_note}
                </Text>
              )}
            </>
          ),
        },
        { label: t.countedOn, value: <DateOnly date={act.counted_on} />, hidden: act.counted_on === null },
      ]}
    />
  );
}
