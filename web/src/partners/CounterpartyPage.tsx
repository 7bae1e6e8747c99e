import * as contract from '@lanka/domain/partners/contract';
import { minutesUntilResend } from '@lanka/domain/partners/rules';
import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { IconCoins, IconMail, IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { KeyFacts } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime, Money, Percent, Phone, useNow } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { useKnownRoute } from '../kit/page/routes';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { AccessHistory } from './AccessHistory';
import { useCounterpartyMenu } from './actions';
import { EditCounterparty } from './CounterpartyForm';
import { counterpartyFact, counterpartyNotice } from './facts';
import { InviteModal } from './InviteModal';
import { Ledger } from './Ledger';
import { Balance } from './postings';
import { Reconciliation } from './Reconciliation';
import { RegroupModal } from './RegroupModal';
import { TermsHistory } from './TermsHistory';
import { counterpartyStatus, text } from './text';

function CounterpartyFrame({ children }: { children: (counterparty: contract.Counterparty) => ReactNode }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const counterparty = useCall(contract.readCounterparty, { params: { project_id, id } });
  if (counterparty.data === undefined) {
    return (
      <Page title={t.one} crumbs={[{ to: '/cp/counterparties', label: t.title }]}>
        <Loaded query={counterparty}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Known counterparty={counterparty.data}>{children(counterparty.data)}</Known>;
}

function Known({ counterparty, children }: { counterparty: contract.Counterparty; children: ReactNode }) {
  const t = useText(text);
  const { can } = useSession();
  const known = useKnownRoute();
  const [inviting, setInviting] = useState(false);
  const notices = useHook(counterpartyNotice);
  const project_id = useProjectId();
  const menu = useCounterpartyMenu(counterparty, () => setInviting(true));
  const base = `/cp/counterparties/${counterparty.id}`;
  const canInvite = can('counterparties.invite') && counterparty.status === 'ordinary' && !counterparty.own_sales;
  return (
    <Page
      title={counterparty.name}
      crumbs={[{ to: '/cp/counterparties', label: t.title }]}
      status={
        counterparty.status === 'ordinary' ? undefined : (
          <StatusBadge table={counterpartyStatus} value={counterparty.status} />
        )
      }
      subtitle={counterparty.own_sales ? t.ownSales : counterparty.legal_name}
      secondary={
        canInvite && (
          <Button
            variant="default"
            visibleFrom="sm"
            leftSection={<IconMail size={18} />}
            onClick={() => setInviting(true)}
          >
            {t.invite}
          </Button>
        )
      }
      action={
        can('payments.enter') &&
        known('/cp/payments') && {
          label: t.payment,
          to: `/cp/payments?enter=receipt&for=${counterparty.id}`,
          icon: IconCoins,
        }
      }
      menu={menu}
      side={<Facts counterparty={counterparty} />}
    >
      {counterparty.invitation && <InvitationNotice counterparty={counterparty} />}
      {notices.map(({ id, Component }) => (
        <Suspense key={id}>
          <Component projectId={project_id} counterpartyId={counterparty.id} />
        </Suspense>
      ))}
      <RouteTabs
        label={t.sections}
        tabs={[
          { to: base, label: t.account },
          { to: `${base}/data`, label: t.data },
          { to: `${base}/reconciliation`, label: t.reconciliation },
          { to: `/cp/orders?counterparty_id=${counterparty.id}`, label: t.orders, hidden: !known('/cp/orders') },
        ]}
      />
      {children}
      <InviteModal counterparty={counterparty} opened={inviting} close={() => setInviting(false)} />
    </Page>
  );
}

/** A pending invitation: whom it was sent to, and when it may be sent again. */
function InvitationNotice({ counterparty }: { counterparty: contract.Counterparty }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const now = useNow();
  const resend = useAction(contract.resendCounterpartyInvitation, {
    success: t.invitationSent,
  });
  const { invitation } = counterparty;
  if (!invitation) return null;
  const wait = minutesUntilResend(invitation.resendable_at, now);
  const isExpired = Date.parse(invitation.expires_at) <= now.getTime();
  return (
    <Alert color="yellow" icon={<IconMail />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="wrap-anywhere">
          {isExpired ? t.expiredOn(invitation.email) : t.awaitsOn(invitation.email)}
        </Text>
        {can('counterparties.invite') &&
          (wait > 0 ? (
            <Text size="sm">{t.resendIn(wait)}</Text>
          ) : (
            <Button
              size="xs"
              variant="default"
              loading={resend.isPending}
              onClick={() => resend.mutate({ params: { project_id, id: counterparty.id } })}
            >
              {t.resend}
            </Button>
          ))}
      </Group>
    </Alert>
  );
}

/** From which group it is, where it is not its own. */
function OfGroup({ counterparty, id }: { counterparty: contract.Counterparty; id: string | null }) {
  const t = useText(text);
  const group = counterparty.groups.find((one) => one.id === id);
  return (
    group && (
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {t.ofGroup(group.name)}
      </Text>
    )
  );
}

function GroupsFact({ counterparty }: { counterparty: contract.Counterparty }) {
  const t = useText(text);
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <span className="wrap-anywhere">{counterparty.groups.map(({ name }) => name).join(', ') || '–'}</span>
      {can('counterparties.edit') && (
        <ActionIcon variant="subtle" color="gray" aria-label={t.changeGroups} onClick={() => setOpen(true)}>
          <IconPencil size={16} />
        </ActionIcon>
      )}
      {isOpen && <RegroupModal counterparties={[counterparty]} close={() => setOpen(false)} />}
    </Group>
  );
}

function Facts({ counterparty }: { counterparty: contract.Counterparty }) {
  const t = useText(text);
  const facts = useHook(counterpartyFact);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const { balance } = counterparty;
  const meaning = balance === 0 ? t.settled : balance > 0 ? t.theyHave : t.theyOwe;
  return (
    <KeyFacts
      facts={[
        {
          label: t.balance,
          value: (
            <>
              <Text size="xl" fw={600} component="div">
                <Balance
                  project_id={project_id}
                  counterparty_id={counterparty.id}
                  balance={balance}
                  purchases={counterparty.purchases_balance}
                  name={counterparty.name}
                />
              </Text>
              <Text size="sm" c="dimmed">
                {meaning}
              </Text>
            </>
          ),
        },
        ...facts.map(({ label, Component }) => ({
          label: label[locale],
          value: (
            <Suspense fallback="…">
              <Component projectId={project_id} counterpartyId={counterparty.id} />
            </Suspense>
          ),
        })),
        { label: t.groupsShort, value: <GroupsFact counterparty={counterparty} />, hidden: counterparty.own_sales },
        {
          label: t.discount,
          value: (
            <>
              <Percent part={counterparty.discount} />
              <OfGroup counterparty={counterparty} id={counterparty.discount_group_id} />
            </>
          ),
          hidden: counterparty.own_sales,
        },
        {
          label: t.priceLevel,
          value: (
            <>
              {counterparty.price_level_name}
              <OfGroup counterparty={counterparty} id={counterparty.price_level_group_id} />
            </>
          ),
          hidden: counterparty.price_level_name === null,
        },
        {
          label: t.closedUntil,
          value: <DateOnly date={counterparty.closed_until} />,
          hidden: counterparty.closed_until === null,
        },
        {
          label: t.refusalCharge,
          value: <Money kopecks={counterparty.refusal_charge} />,
          hidden: counterparty.refusal_charge === 0,
        },
        {
          label: t.paymentDays,
          value: counterparty.payment_days !== null && t.days(counterparty.payment_days),
          hidden: counterparty.payment_days === null,
        },
        {
          label: t.creditLimit,
          value: <Money kopecks={counterparty.credit_limit} />,
          hidden: counterparty.credit_limit === null,
        },
        {
          label: t.onLimit,
          value: t.onLimits[counterparty.on_limit],
          hidden: counterparty.credit_limit === null && counterparty.payment_days === null,
        },
        { label: t.manager, value: counterparty.manager_name ?? t.allManagers },
        { label: t.phone, value: <Phone number={counterparty.phone} />, hidden: !counterparty.phone },
        {
          label: t.email,
          value: <span className="wrap-anywhere">{counterparty.email}</span>,
          hidden: !counterparty.email,
        },
        {
          label: t.comment,
          value: <span className="wrap-anywhere">{counterparty.comment}</span>,
          hidden: !counterparty.comment,
        },
        { label: t.since, value: <DateTime at={counterparty.created_at} /> },
      ]}
    />
  );
}

export const CounterpartyAccountPage = () => (
  <CounterpartyFrame>{(counterparty) => <Ledger counterparty={counterparty} />}</CounterpartyFrame>
);

export const CounterpartyDataPage = () => (
  <CounterpartyFrame>
    {(counterparty) => (
      <>
        <EditCounterparty key={counterparty.id} counterparty={counterparty} />
        {!counterparty.own_sales && <AccessHistory counterparty={counterparty} />}
        {!counterparty.own_sales && <TermsHistory counterparty={counterparty} />}
      </>
    )}
  </CounterpartyFrame>
);

export const CounterpartyReconciliationPage = () => (
  <CounterpartyFrame>{(counterparty) => <Reconciliation counterparty={counterparty} />}</CounterpartyFrame>
);
