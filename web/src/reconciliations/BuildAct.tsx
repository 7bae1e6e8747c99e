import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reconciliations/contract';
import { daysOfMonth, monthBefore } from '@lanka/domain/reconciliations/rules';
import { Modal, SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, SelectField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { PartyField } from '../partners';
import { actPath } from './path';
import { text } from './text';

interface BuildProps {
  opened: boolean;
  close: () => void;
  counterpartyId?: string | undefined;
  /** Of the statement that was looked at. */
  period?: { from: string; to: string } | undefined;
}

/** Builds a draft and opens it. */
export function BuildAct({ opened, close, ...rest }: BuildProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.create} centered>
      <BuildForm close={close} {...rest} />
    </Modal>
  );
}

const Body = z.object({
  project_id: z.string().min(1, { error: 'required' }),
  counterparty_id: z.string(),
  from: contract.CreateActBody.shape.from,
  to: contract.CreateActBody.shape.to,
});

function BuildForm({ close, counterpartyId = '', period }: Omit<BuildProps, 'opened'>) {
  const t = useText(text);
  const navigate = useNavigate();
  const { isDropshipping, role } = useSession();
  const here = useProjectId();
  const suppliers = useSuppliers();
  const only = suppliers.length === 1 ? suppliers[0]?.id : undefined;
  const today = kyivDate(new Date());
  const days = period ?? daysOfMonth(monthBefore(today));
  const create = useAction(contract.createReconciliation, { success: t.built, quiet: true });
  const form = useEntityForm({
    schema: Body,
    initial: {
      project_id: isDropshipping ? (only ?? '') : here,
      counterparty_id: counterpartyId,
      ...days,
    },
    guard: false,
    submit: ({ values: { project_id, counterparty_id, from, to } }) =>
      create.mutateAsync({
        params: { project_id },
        body: { from, to, ...(counterparty_id ? { counterparty_id } : {}) },
      }),
    onSaved: ({ id, project_id }) => {
      close();
      void navigate(actPath(id, isDropshipping ? project_id : null));
    },
  });
  return (
    <Form form={form}>
      <Stack gap="md">
        {isDropshipping && (
          <SelectField
            {...form.field('project_id')}
            label={t.supplier}
            required
            options={suppliers.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
        {!isDropshipping && role !== 'Client' && <PartyField {...form.field('counterparty_id')} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <DateField {...form.field('from')} label={t.from} required />
          <DateField {...form.field('to')} label={t.to} hint={t.periodHint} required />
        </SimpleGrid>
        <SubmitButton back={close}>{t.build}</SubmitButton>
      </Stack>
    </Form>
  );
}
