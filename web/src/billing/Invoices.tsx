import * as contract from '@lanka/domain/billing/invoices';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { invoiceStatus } from './invoice-status';
import { invoiceText } from './invoice-text';

export function ProjectInvoices() {
  const project_id = useProjectId();
  const query = useCall(contract.listInvoices, { params: { project_id } });
  return <Loaded query={query}>{({ items }) => <List items={items} root="/cp/billing/invoices" />}</Loaded>;
}

export function MyInvoices() {
  const query = useCall(contract.listMyInvoices, {});
  return <Loaded query={query}>{({ items }) => <List items={items} root="/cp/dropshipper-profile/billing" />}</Loaded>;
}

function List({ items, root }: { items: readonly contract.PlanInvoice[]; root: string }) {
  const t = useText(invoiceText);
  if (items.length === 0) return <Section title={t.invoices} empty={t.noInvoices} />;
  return (
    <Section title={t.invoices}>
      <Stack gap="sm">
        {items.map(({ id, number, kind, status, issued_on, due_on, amount }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Anchor component={Link} to={`${root}/${id}`} fw={500}>
                {kind === 'credit_note' ? t.creditNote(number) : t.invoice(number)}
              </Anchor>
              <Text size="sm" c="dimmed">
                {t.kind[kind]} · <DateOnly date={issued_on} span inherit />
                {due_on && (status === 'due' || status === 'overdue') && (
                  <>
                    {' '}
                    · {t.dueOn.toLowerCase()} <DateOnly date={due_on} span inherit />
                  </>
                )}
              </Text>
            </div>
            <Stack gap={4} align="flex-end">
              <Money kopecks={amount} />
              <StatusBadge table={invoiceStatus} value={status} size="sm" />
            </Stack>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
