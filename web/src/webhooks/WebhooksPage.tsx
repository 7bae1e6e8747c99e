import { EVENT_WORDS } from '@lanka/domain/kit/change_kinds';
import { apiAllowed, type Plan, plansWithApi, planTitle } from '@lanka/domain/kit/plans';
import type * as contract from '@lanka/domain/webhooks/contract';
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiTabs, useIsDropshipper, useLimits } from '../api_keys';
import { CopyButton, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { useWebhookActions, useWebhooks } from './calls';
import { EditForm, NewForm, RotateForm } from './forms';
import { hostOf, text, webhookState } from './text';

type Dialog =
  | { making: true }
  | { editing: contract.Webhook }
  | { rotating: contract.Webhook }
  | { made: contract.NewWebhook }
  | null;

/** `/cp/integrations/api/webhooks`: of a project, or of a dropshipper. */
export function WebhooksPage() {
  const t = useText(text);
  const { can } = useSession();
  const isMine = useIsDropshipper();
  const limits = useLimits();
  const [dialog, setDialog] = useState<Dialog>(null);
  const hasApi = Boolean(limits.data?.allowed);
  const mayManage = isMine || can('webhooks.manage');
  const add = () => setDialog({ making: true });
  const close = () => setDialog(null);
  const made = (webhook: contract.NewWebhook) => setDialog({ made: webhook });
  const isSecret = dialog !== null && 'made' in dialog;
  const title = !dialog
    ? ''
    : 'made' in dialog
      ? t.shownOnce
      : 'editing' in dialog
        ? t.editTitle
        : 'rotating' in dialog
          ? t.rotate
          : t.add;
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      narrow
      action={mayManage && hasApi && { label: t.add, icon: IconPlus, onClick: add }}
    >
      <ApiTabs />
      <Loaded query={limits}>{({ allowed }) => (allowed ? null : <NoPlan />)}</Loaded>
      <Webhooks show={setDialog} add={mayManage && hasApi ? add : null} />
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={title}
        size="lg"
        centered
        // a press beside it must not lose what is shown once
        closeOnClickOutside={!isSecret}
        closeOnEscape={!isSecret}
        withCloseButton={!isSecret}
      >
        {dialog && 'making' in dialog && <NewForm made={made} close={close} />}
        {dialog && 'editing' in dialog && <EditForm of={dialog.editing} close={close} />}
        {dialog && 'rotating' in dialog && <RotateForm of={dialog.rotating} made={made} close={close} />}
        {dialog && 'made' in dialog && <Secret of={dialog.made} done={close} />}
      </Modal>
    </Page>
  );
}

function NoPlan() {
  const t = useText(text);
  const { locale } = useLocale();
  const isMine = useIsDropshipper();
  const plans = plansWithApi(isMine ? 'dropshipper' : 'manufacturer').filter((plan) =>
    apiAllowed(isMine ? 'dropshipper' : 'manufacturer', plan),
  );
  return (
    <Section title={t.noPlan}>
      <Stack align="flex-start">
        <Text>
          {t.noPlanText} {plans.map((plan) => planTitle(plan as Plan, locale)).join(', ')}.
        </Text>
        <Button component={Link} to={isMine ? '/cp/dropshipper-billing/billing' : '/cp/billing/billing'}>
          {t.choosePlan}
        </Button>
      </Stack>
    </Section>
  );
}

function Webhooks({ show, add }: { show: (dialog: Dialog) => void; add: (() => void) | null }) {
  const t = useText(text);
  const list = useWebhooks();
  return (
    <Loaded query={list}>
      {(found) =>
        found.length === 0 ? (
          add && (
            <EmptyState
              drawing="connect"
              title={t.empty}
              text={t.emptyText}
              action={<Button onClick={add}>{t.add}</Button>}
            />
          )
        ) : (
          <Stack gap="md">
            {found.map((one) => (
              <Card key={one.id} of={one} show={show} />
            ))}
            <MoreRows list={list} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Card({ of, show }: { of: contract.Webhook; show: (dialog: Dialog) => void }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { can } = useSession();
  const isMine = useIsDropshipper();
  const confirm = useConfirm();
  const { pause, remove } = useWebhookActions(t);
  const host = hostOf(of.url);
  const mayManage = isMine || can('webhooks.manage');
  const isPaused = of.paused_by !== null;
  const ask = async () => {
    const question = { title: t.removeTitle(host), effects: t.removeEffects, confirmLabel: t.remove, danger: true };
    if (await confirm(question)) remove(of.id, { onSuccess: () => undefined });
  };
  return (
    <Section
      title={<span className="wrap-anywhere">{host}</span>}
      action={<StatusBadge table={webhookState} value={of.state} />}
    >
      <Stack gap={6}>
        <Code className="wrap-anywhere" w="fit-content">
          {of.url}
        </Code>
        <Text size="sm">{of.events.map((event) => EVENT_WORDS[event][locale]).join(' · ')}</Text>
        {of.paused_by && <Alert color="yellow">{t.pausedBy[of.paused_by]}</Alert>}
        {of.failing_since && !of.paused_by && (
          <Alert color="yellow">
            {t.failingSince} <DateTime span at={of.failing_since} />
            {of.retry_at && (
              <>
                , {t.retryAt} <DateTime span at={of.retry_at} />
              </>
            )}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {t.lastDelivered}: {of.last_delivered_at ? <DateTime span at={of.last_delivered_at} /> : t.never}
          {of.waiting > 0 && <> · {t.waiting(formatCount(of.waiting))}</>}
        </Text>
        <Text size="sm" c="dimmed">
          {t.madeBy}: {of.created_by.name}, <DateTime span at={of.created_at} />
        </Text>
        {of.old_until && (
          <Text size="sm">
            {t.oldUntil} <DateTime span at={of.old_until} />
          </Text>
        )}
        <Group gap="xs" mt={4}>
          <Button
            component={Link}
            to={`/cp/integrations/api/webhooks/${of.id}`}
            variant="default"
            size="xs"
            aria-label={t.deliveriesOf(host)}
          >
            {t.deliveries}
          </Button>
          {mayManage && (
            <>
              <Button variant="default" size="xs" aria-label={t.editOf(host)} onClick={() => show({ editing: of })}>
                {t.edit}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={(isPaused ? t.resumeOf : t.pauseOf)(host)}
                onClick={() => pause(of.id, !isPaused)}
              >
                {isPaused ? t.resume : t.pause}
              </Button>
              <Button variant="default" size="xs" aria-label={t.rotateOf(host)} onClick={() => show({ rotating: of })}>
                {t.rotate}
              </Button>
              <Button variant="default" size="xs" aria-label={t.removeOf(host)} onClick={() => void ask()}>
                {t.remove}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Section>
  );
}

/** Shown this once: it is kept sealed. */
function Secret({ of: { secret }, done }: { of: contract.NewWebhook; done: () => void }) {
  const t = useText(text);
  return (
    <Stack>
      <Alert color="yellow" role="status">
        {t.shownOnceText}
      </Alert>
      <Group gap={4} wrap="nowrap">
        <Code fz="md" className="wrap-anywhere" data-testid="webhook-secret">
          {secret}
        </Code>
        <CopyButton value={secret} label={t.copySecret} />
      </Group>
      <Button onClick={done}>{t.done}</Button>
    </Stack>
  );
}
