import * as contract from '@lanka/domain/applications/contract';
import type { SupplierDeed } from '@lanka/domain/applications/deeds';
import { formatIban } from '@lanka/domain/kit/iban';
import { Alert, Text } from '@mantine/core';
import { IconBan, IconCheck, IconLockOpen, IconMail, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { History, KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime, Phone } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { type MenuEntry, Page, type PageAction } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { SupplierConversation } from './Conversation';
import { type DecidedDeed, DecideModal } from './DecideModal';
import { applicationStatus, eventNames, text } from './text';

const LIST = '/cp/counterparties/applications';

/** The applicant's card, and what can be decided. */
export function ApplicationPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const application = useCall(contract.readApplication, { params: { project_id, id } });
  if (application.data) return <Known application={application.data} />;
  return (
    <Page title={t.one} crumbs={[{ to: LIST, label: t.requests }]}>
      <Loaded query={application}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ application }: { application: contract.Application }) {
  const t = useText(text);
  const { applicant, about, status, cover_text } = application;
  const project_id = useProjectId();
  const [deciding, decide] = useState<DecidedDeed | null>(null);
  const { action, menu } = useDeeds(application, decide);
  return (
    <Page
      title={applicant.name || applicant.email}
      crumbs={[{ to: LIST, label: t.requests }]}
      status={<StatusBadge table={applicationStatus} value={status} size="lg" />}
      subtitle={applicant.email}
      action={action}
      menu={menu}
      side={<Facts application={application} />}
    >
      {application.invited && (
        <Alert color="blue" icon={<IconMail />}>
          {t.invitedNote}
        </Alert>
      )}
      <Section title={t.cover}>
        <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
          {cover_text}
        </Text>
      </Section>
      <Section title={t.about} empty={!about.description && t.noAbout}>
        <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
          {about.description}
        </Text>
      </Section>
      <SupplierConversation project_id={project_id} id={application.id} />
      <Happened id={application.id} />
      <DecideModal application={application} deed={deciding} close={() => decide(null)} />
    </Page>
  );
}

/** Approving stands beside the title while it waits, the rest in the menu. */
function useDeeds(application: contract.Application, decide: (deed: DecidedDeed) => void) {
  const t = useText(text);
  const ask = useConfirm();
  const project_id = useProjectId();
  const { applicant, deeds, id } = application;
  const invite = useAction(contract.inviteApplicant, { success: t.invited });
  const may = (deed: SupplierDeed) => deeds.includes(deed);
  const onInvite = async () => {
    const answer = await ask({
      title: t.inviteTitle(applicant.name),
      effects: t.inviteEffects(applicant.email),
      confirmLabel: t.invite,
    });
    if (answer) invite.mutate({ params: { project_id, id } });
  };
  const approve = { label: t.approve, icon: IconCheck, onClick: () => decide('approve') };
  const unblock = { label: t.unblock, icon: IconLockOpen, onClick: () => decide('unblock') };
  const action: PageAction | undefined = may('approve')
    ? approve
    : may('unblock')
      ? unblock
      : may('invite')
        ? {
            label: t.invite,
            icon: IconMail,
            onClick: () => void onInvite(),
            loading: invite.isPending,
            disabledReason: application.invited ? t.invitedNote : null,
          }
        : undefined;
  const menu: MenuEntry[] = [
    { label: t.reject, icon: IconX, onClick: () => decide('reject'), danger: true, hidden: !may('reject') },
    { label: t.block, icon: IconBan, onClick: () => decide('block'), danger: true, hidden: !may('block') },
  ];
  return { action, menu };
}

function Facts({ application }: { application: contract.Application }) {
  const t = useText(text);
  const { about, counterparty_id, decided_by } = application;
  return (
    <KeyFacts
      facts={[
        { label: t.phone, value: <Phone number={application.phone} /> },
        { label: t.legalName, value: about.legal_name, hidden: !about.legal_name },
        { label: t.taxCode, value: application.edropoy_code, hidden: !application.edropoy_code },
        {
          label: t.iban,
          value: <span className="wrap-anywhere">{application.iban && formatIban(application.iban)}</span>,
          hidden: !application.iban,
        },
        { label: t.website, value: <span className="wrap-anywhere">{about.website}</span>, hidden: !about.website },
        { label: t.advSource, value: about.adv_source.join(', '), hidden: about.adv_source.length === 0 },
        { label: t.otherSuppliers, value: t.otherSuppliersCount(about.other_suppliers) },
        { label: t.registered, value: <DateOnly date={about.registered_at.slice(0, 10)} /> },
        { label: t.byLink, value: application.preset?.link, hidden: application.preset === null },
        { label: t.appliedAt, value: <DateTime at={application.applied_at} /> },
        {
          label: t.decidedBy,
          hidden: decided_by === null,
          value: (
            <>
              {decided_by?.name} · <DateTime at={application.decided_at} />
            </>
          ),
        },
        {
          label: t.reason,
          value: <span className="wrap-anywhere">{application.reason}</span>,
          hidden: application.reason === '',
        },
        {
          label: t.counterparty,
          value: counterparty_id && (
            <CounterpartyLink id={counterparty_id} name={application.counterparty_name ?? t.counterparty} />
          ),
          hidden: counterparty_id === null,
        },
      ]}
    />
  );
}

function Happened({ id }: { id: string }) {
  const t = useText(text);
  const names = useText(eventNames);
  const project_id = useProjectId();
  const history = useCall(contract.listApplicationHistory, { params: { project_id, id } });
  return (
    <History
      title={t.history}
      entries={(history.data?.items ?? []).map(({ id, kind, reason, actor, created_at }) => ({
        id,
        at: created_at,
        who: actor.name,
        title: names[kind],
        text: reason,
      }))}
    />
  );
}
