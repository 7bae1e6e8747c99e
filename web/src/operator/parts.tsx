import * as contract from '@lanka/domain/operator/contract';
import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { History } from '../kit/display/facts';
import { DateTime, Phone } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import type { FilterField } from '../kit/list/filters';
import { RouteTabs } from '../kit/page/route-tabs';
import { NotFound } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { deedNames, text } from './text';

export const ROOT = '/cp/operator';

/** The pages know nothing of others: to whoever is no operator they do not exist. The server refuses anyway. */
export function OnlyStaff({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return user.platform_role === 'Staff' ? children : <NotFound order={1} />;
}

/** What waits stands on the tabs. */
export function OperatorTabs() {
  const t = useText(text);
  const { data } = useCall(contract.readOverview, {});
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: ROOT, label: t.overview },
        { to: `${ROOT}/requests`, label: t.requests, count: data?.pending_requests || undefined },
        { to: `${ROOT}/messages`, label: t.messages, count: data?.new_messages || undefined },
        { to: `${ROOT}/users`, label: t.users },
        { to: `${ROOT}/projects`, label: t.projects },
        { to: `${ROOT}/catalogue`, label: t.catalogue, count: data?.asked_verifications || undefined },
        { to: `${ROOT}/catalogue_complaints`, label: t.complaints, count: data?.new_complaints || undefined },
        { to: `${ROOT}/billing`, label: t.billing },
        { to: `${ROOT}/jobs`, label: t.jobs, count: data?.dead_letters || undefined },
        { to: `${ROOT}/services`, label: t.services, count: data?.troubled_services || undefined },
        { to: `${ROOT}/visits`, label: t.visits },
        { to: `${ROOT}/actions`, label: t.actions },
        { to: `${ROOT}/maintenance`, label: t.maintenance },
      ]}
    />
  );
}

/** Of lists of what came or was made in some days. */
export function useDayFilters(): FilterField[] {
  const t = useText(text);
  return [
    { name: 'from', label: t.fromDay, kind: 'date' },
    { name: 'to', label: t.toDay, kind: 'date' },
  ];
}

/** An e-mail or a phone, as one can use it. */
export function Contact({ value }: { value: string }) {
  if (!value.includes('@')) return <Phone number={value} />;
  return (
    <Anchor href={`mailto:${value}`} inherit className="wrap-anywhere">
      {value}
    </Anchor>
  );
}

/** A name that leads to the user's page. */
export function UserLink({ user }: { user: { id: string; name: string } | null }) {
  if (!user) return null;
  return (
    <Anchor component={Link} to={`${ROOT}/users/${user.id}`} inherit className="wrap-anywhere">
      {user.name}
    </Anchor>
  );
}

export interface Line {
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly role: string;
  readonly since: string;
}

/** Who belongs to what, since when: a list that reads on a phone as well. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  const t = useText(text);
  return (
    <ul className="card-list">
      {lines.map((line) => (
        <li key={line.id} className="card-row">
          <Group justify="space-between" gap="xs" align="flex-start" flex={1}>
            <div>
              <Anchor component={Link} to={line.to} fw={500} className="wrap-anywhere">
                {line.title}
              </Anchor>
              {line.note && (
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  {line.note}
                </Text>
              )}
            </div>
            <Text size="sm" c="dimmed">
              {line.role} · {t.since} <DateTime at={line.since} />
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** Text as it was typed, with its lines. */
export function Words({ children }: { children: string }) {
  return (
    <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
      {children}
    </Text>
  );
}

const COLORS = {
  request_approved: 'green',
  request_rejected: 'red',
  invitation_resent: 'blue',
  user_blocked: 'red',
  user_unblocked: 'green',
  staff_given: 'violet',
  staff_taken: 'gray',
  second_factor_removed: 'orange',
  message_done: 'green',
  message_reopened: 'yellow',
  maintenance_on: 'orange',
  maintenance_off: 'green',
  job_replayed: 'blue',
  job_discarded: 'red',
  supplier_verified: 'green',
  supplier_refused: 'red',
  supplier_hidden: 'orange',
  supplier_shown: 'green',
  complaint_done: 'green',
  complaint_reopened: 'yellow',
  plan_invoice_made: 'blue',
  plan_invoice_paid: 'green',
  plan_invoice_credited: 'orange',
  plan_card_refunded: 'orange',
  plan_card_resolved: 'green',
  trial_moved: 'blue',
  plan_price_set: 'blue',
  plan_price_taken_back: 'gray',
  plan_discount_given: 'green',
  plan_discount_ended: 'gray',
} as const;

const HISTORY_LENGTH = 20;

/** What operators did to one subject, or lately at all. */
export function Deeds({ subjectId, title }: { subjectId?: string; title?: string }) {
  const t = useText(text);
  const deeds = useText(deedNames);
  const { data } = useCall(contract.listActions, {
    query: { limit: subjectId ? HISTORY_LENGTH : 8, ...(subjectId ? { subject_id: subjectId } : {}) },
  });
  // nothing was decided yet: no empty box on the page of a subject
  if (!data || (subjectId && data.items.length === 0)) return null;
  return (
    <History
      title={title ?? t.history}
      entries={data.items.map((one) => ({
        id: one.id,
        at: one.created_at,
        who: one.by.name,
        title: subjectId || !one.subject ? deeds[one.deed] : `${deeds[one.deed]}: ${one.subject}`,
        text: one.note || undefined,
        color: COLORS[one.deed],
      }))}
    />
  );
}
