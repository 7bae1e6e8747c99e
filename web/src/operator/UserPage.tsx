import * as contract from '@lanka/domain/operator/contract';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconDeviceMobileOff, IconLock, IconLockOpen, IconShieldOff, IconShieldPlus } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { planName, roleNames } from '../identity';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime, Phone } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { type Confirmation, useConfirm } from '../kit/overlay/confirm';
import { notifySuccess } from '../kit/overlay/notify';
import { type MenuEntry, Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { Contact, Deeds, Lines, OnlyStaff, ROOT } from './parts';
import { text, userStatus } from './text';

/** `/cp/operator/users/:id`: the account, its projects, and access to the platform. */
export const OperatorUserPage = () => (
  <OnlyStaff>
    <User />
  </OnlyStaff>
);

function User() {
  const { id = '' } = useParams();
  const user = useCall(contract.readOperatorUser, { params: { id } });
  return <Loaded query={user}>{(data) => <Shown user={data} />}</Loaded>;
}

function Shown({ user }: { user: contract.OperatorUserDetails }) {
  const t = useText(text);
  return (
    <Page
      title={user.name}
      crumbs={[{ to: `${ROOT}/users`, label: t.users }]}
      status={<StatusBadge table={userStatus} value={user.blocked_at ? 'blocked' : 'active'} size="lg" />}
      subtitle={user.platform_role ? t.staffRole : user.email}
      menu={useAccessMenu(user)}
      side={<Facts user={user} />}
    >
      <Memberships user={user} />
      <Deeds subjectId={user.id} />
    </Page>
  );
}

/** What can be done; with its consequences before it is done. */
function useAccessMenu(user: contract.OperatorUserDetails): MenuEntry[] {
  const t = useText(text);
  const me = useSession().user;
  const confirm = useConfirm();
  const update = useAction(contract.updateUserAccess);
  const deed = (
    question: Confirmation,
    body: { blocked?: boolean; platform_role?: 'Staff' | null },
    success: string,
  ) => ({
    label: question.confirmLabel ?? '',
    onClick: async () => {
      const answer = await confirm(question);
      if (!answer) return;
      const { reason } = answer;
      await update
        .mutateAsync({ params: { id: user.id }, body: { ...body, ...(reason ? { reason } : {}) } })
        .then(() => notifySuccess(success))
        .catch(() => undefined);
    },
  });
  const factor = useAction(contract.removeSecondFactor, { success: t.factorTaken });
  const takeFactor = async () => {
    const answer = await confirm({
      title: t.takeFactorTitle(user.name),
      effects: t.takeFactorEffects,
      reason: { label: t.takeFactorReason, required: true },
      confirmLabel: t.takeFactor,
      danger: true,
    });
    if (answer) factor.mutate({ params: { id: user.id }, body: { reason: answer.reason } });
  };
  const disabledReason = user.id === me.id ? t.notYourself : null;
  const { name } = user;
  return [
    user.blocked_at
      ? {
          ...deed(
            { title: t.unblockTitle(name), effects: t.unblockEffects, confirmLabel: t.unblock },
            { blocked: false },
            t.userUnblocked,
          ),
          icon: IconLockOpen,
        }
      : {
          ...deed(
            {
              title: t.blockTitle(name),
              effects: t.blockEffects,
              reason: { label: t.blockReason },
              confirmLabel: t.block,
              danger: true,
            },
            { blocked: true },
            t.userBlocked,
          ),
          icon: IconLock,
          danger: true,
          disabledReason,
        },
    user.platform_role
      ? {
          ...deed(
            { title: t.takeTitle(name), effects: t.takeEffects, confirmLabel: t.takeStaff, danger: true },
            { platform_role: null },
            t.staffTaken,
          ),
          icon: IconShieldOff,
          disabledReason,
        }
      : {
          ...deed(
            { title: t.giveTitle(name), effects: t.giveEffects, confirmLabel: t.giveStaff },
            { platform_role: 'Staff' },
            t.staffGiven,
          ),
          icon: IconShieldPlus,
          hidden: user.blocked_at !== null,
        },
    {
      label: t.takeFactor,
      icon: IconDeviceMobileOff,
      onClick: () => void takeFactor(),
      hidden: !user.two_factor,
      disabledReason: user.id === me.id ? t.notOwnFactor : null,
    },
  ];
}

function Facts({ user }: { user: contract.OperatorUserDetails }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <Stack gap="md">
      <KeyFacts
        facts={[
          { label: t.email, value: <Contact value={user.email} /> },
          { label: t.phone, value: <Phone number={user.phone_number} />, hidden: !user.phone_number },
          { label: t.confirmedEmail, value: user.email_confirmed ? t.yes : t.no },
          { label: t.twoFactor, value: user.two_factor ? t.yes : t.no },
          {
            label: t.plan,
            value: (
              <Anchor component={Link} to={`${ROOT}/billing/payers/dropshipper/${user.id}`} inherit>
                {planName(user.subscription_plan, locale) ?? t.noPlan}
              </Anchor>
            ),
          },
          { label: t.language, value: t.languages[user.locale] },
          { label: t.onboarding, value: user.onboarded ? t.onboarded : (user.onboardstatus ?? t.notOnboarded) },
          { label: t.registered, value: <DateTime at={user.created_at} /> },
          { label: t.lastSignIn, value: <DateTime at={user.last_sign_in_at} /> },
          { label: t.openSessions, value: <Count value={user.open_sessions} /> },
          { label: t.blocked, value: <DateTime at={user.blocked_at} />, hidden: !user.blocked_at },
        ]}
      />
    </Stack>
  );
}

function Memberships({ user }: { user: contract.OperatorUserDetails }) {
  const t = useText(text);
  const roles = useText(roleNames);
  const { memberships } = user;
  return (
    <Section title={t.membership} flush={memberships.length > 0}>
      {memberships.length === 0 ? (
        <Text c="dimmed">{t.noMembership}</Text>
      ) : (
        <Lines
          lines={memberships.map((one) => ({
            id: one.project_id,
            to: `${ROOT}/projects/${one.project_id}`,
            title: one.title,
            note: one.deleted_at ? t.projectDeleted : one.ended_at ? t.accessEnded : undefined,
            role: roles[one.role],
            since: one.since,
          }))}
        />
      )}
    </Section>
  );
}
