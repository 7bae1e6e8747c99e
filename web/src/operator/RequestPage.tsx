import * as contract from '@lanka/domain/operator/contract';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconMailForward } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { planName } from '../identity';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Phone, useNow } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page, type PageAction } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { Contact, Deeds, OnlyStaff, ROOT, UserLink, Words } from './parts';
import { requestStatus, text } from './text';

/** `/cp/operator/requests/:id`: who asks, and the decision. */
export const RequestPage = () => (
  <OnlyStaff>
    <Request />
  </OnlyStaff>
);

function Request() {
  const { id = '' } = useParams();
  const request = useCall(contract.readAccessRequest, { params: { id } });
  return <Loaded query={request}>{(data) => <Shown request={data} />}</Loaded>;
}

function Shown({ request }: { request: contract.AccessRequest }) {
  const t = useText(text);
  const decision = useDecision(request);
  const resend = useResend(request);
  const pending = request.status === 'pending';
  return (
    <Page
      title={request.name}
      crumbs={[{ to: `${ROOT}/requests`, label: t.requests }]}
      status={<StatusBadge table={requestStatus} value={request.status} size="lg" />}
      action={
        pending
          ? { label: t.approve, icon: IconCheck, onClick: () => void decision.approve(), loading: decision.isPending }
          : request.status === 'approved' && !request.user && resend
      }
      secondary={
        pending && (
          <Button variant="default" onClick={() => void decision.reject()} loading={decision.isPending}>
            {t.reject}
          </Button>
        )
      }
      side={<Side request={request} />}
    >
      <Section title={t.comment}>
        {request.comment ? <Words>{request.comment}</Words> : <Text c="dimmed">{t.noComment}</Text>}
      </Section>
      {request.reason && (
        <Alert color="gray" title={t.reasonForRequester}>
          <Words>{request.reason}</Words>
        </Alert>
      )}
      <Deeds subjectId={request.id} />
    </Page>
  );
}

function Side({ request }: { request: contract.AccessRequest }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <Stack gap="md">
      <KeyFacts
        facts={[
          { label: t.audience, value: t.audiences[request.audience] },
          { label: t.email, value: <Contact value={request.email} /> },
          { label: t.phone, value: <Phone number={request.phone_number} />, hidden: !request.phone_number },
          { label: t.company, value: request.company, hidden: !request.company },
          { label: t.region, value: request.region, hidden: !request.region },
          { label: t.plan, value: planName(request.subscription_plan, locale), hidden: !request.subscription_plan },
          { label: t.language, value: t.languages[request.locale] },
          { label: t.asked, value: <DateTime at={request.created_at} /> },
          { label: t.decidedBy, value: <UserLink user={request.decided_by} />, hidden: !request.decided_by },
          { label: t.invitedAt, value: <DateTime at={request.invited_at} />, hidden: !request.invited_at },
          {
            label: t.account,
            value: request.user ? <UserLink user={request.user} /> : t.noAccount,
            hidden: request.status !== 'approved' && !request.user,
          },
        ]}
      />
    </Stack>
  );
}

function useDecision(request: contract.AccessRequest) {
  const t = useText(text);
  const confirm = useConfirm();
  const params = { id: request.id };
  const approve = useAction(contract.approveAccessRequest, { success: t.approved });
  const reject = useAction(contract.rejectAccessRequest, { success: t.rejected });
  return {
    isPending: approve.isPending || reject.isPending,
    approve: async () => {
      const answer = await confirm({
        title: t.approveTitle(request.name),
        effects: t.approveEffects(request.email),
        confirmLabel: t.approve,
      });
      if (answer) approve.mutate({ params });
    },
    reject: async () => {
      const answer = await confirm({
        title: t.rejectTitle(request.name),
        effects: t.rejectEffects(request.email),
        reason: { label: t.reasonForRequester, hint: t.reasonForRequesterHint },
        confirmLabel: t.reject,
        danger: true,
      });
      if (answer) reject.mutate({ params, body: answer.reason ? { reason: answer.reason } : {} });
    },
  };
}

/** Once in 15 minutes; the time left is said. */
function useResend(request: contract.AccessRequest): PageAction {
  const t = useText(text);
  const now = useNow();
  const resend = useAction(contract.resendAccessInvitation, { success: t.resent });
  const left = Math.ceil((Date.parse(request.resendable_at ?? '') - now.getTime()) / 60_000);
  return {
    label: t.resend,
    icon: IconMailForward,
    loading: resend.isPending,
    onClick: () => resend.mutate({ params: { id: request.id } }),
    disabledReason: left > 0 ? t.resendIn(left) : null,
  };
}
