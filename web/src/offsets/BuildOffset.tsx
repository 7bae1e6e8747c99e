import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/offsets/contract';
import { mostOf } from '@lanka/domain/offsets/rules';
import { Alert, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { KeyFacts } from '../kit/display/facts';
import { Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, RadioField, SelectField, TextareaField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { ClosedDays, PartyField } from '../partners';
import { offsetPath, useIsClient } from './path';
import { text } from './text';

interface BuildProps {
  opened: boolean;
  close: () => void;
  counterpartyId: string;
}

/** Builds an act, shows it to the other side, and opens it. */
export function BuildOffset({ opened, close, counterpartyId }: BuildProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.create} size="lg" centered>
      <BuildForm key={counterpartyId} close={close} counterpartyId={counterpartyId} />
    </Modal>
  );
}

/** Where one account has both debts. */
const HERE = 'here';

const Body = z.object({
  project_id: z.string().min(1, { error: 'required' }),
  counterparty_id: z.string(),
  partner_project_id: z.string(),
  day: contract.CreateOffsetBody.shape.day,
  amount: contract.CreateOffsetBody.shape.amount,
  grounds: contract.CreateOffsetBody.shape.grounds,
});

function BuildForm({ close, counterpartyId }: Omit<BuildProps, 'opened'>) {
  const t = useText(text);
  const navigate = useNavigate();
  const { isDropshipping } = useSession();
  const isClient = useIsClient();
  const here = useProjectId();
  const suppliers = useSuppliers();
  const only = suppliers.length === 1 ? suppliers[0]?.id : undefined;
  const today = kyivDate(new Date());
  const create = useAction(contract.createOffset, { success: t.built, quiet: true });
  const form = useEntityForm({
    schema: Body,
    initial: {
      project_id: isDropshipping ? (only ?? '') : here,
      counterparty_id: counterpartyId,
      partner_project_id: HERE,
      day: today,
      amount: undefined,
      grounds: '',
    },
    guard: false,
    submit: ({ values: { project_id, counterparty_id, partner_project_id, ...values } }) =>
      create.mutateAsync({
        params: { project_id },
        body: {
          ...values,
          ...(counterparty_id ? { counterparty_id } : {}),
          ...(partner_project_id === HERE ? {} : { partner_project_id }),
        },
      }),
    onSaved: ({ id, project_id }) => {
      close();
      void navigate(offsetPath(id, isDropshipping ? project_id : null));
    },
  });
  const now = form.watch();
  const isChosen = Boolean(now.project_id) && (isClient || Boolean(now.counterparty_id));
  const claims = useCall(
    contract.readOffsetClaims,
    {
      params: { project_id: now.project_id || '-' },
      query: { day: now.day, ...(now.counterparty_id ? { counterparty_id: now.counterparty_id } : {}) },
    },
    { enabled: isChosen && Boolean(now.day) && now.day <= today },
  );
  const partners = claims.data?.partners ?? [];
  const chosen = partners.find(({ project_id }) => project_id === now.partner_project_id) ?? claims.data;
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
        {!isClient && <PartyField {...form.field('counterparty_id')} />}
        {partners.length > 0 && (
          <RadioField
            {...form.field('partner_project_id')}
            label={t.where}
            required
            options={[
              { value: HERE, label: isClient ? t.oneAccountOfSupplier : t.oneAccount },
              ...partners.map(({ project_id, title }) => ({ value: project_id, label: t.withProject(title) })),
            ]}
          />
        )}
        <DateField {...form.field('day')} label={t.day} hint={t.dayHint} max={today} required />
        {chosen && <Debts debts={chosen} />}
        {claims.data && <ClosedDays until={claims.data.closed_until} date={now.day} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <MoneyField
            {...form.field('amount')}
            label={t.amount}
            hint={chosen && mostOf(chosen) > 0 ? t.amountHint(formatMoney(mostOf(chosen))) : undefined}
          />
          <TextareaField {...form.field('grounds')} label={t.grounds} hint={t.groundsHint} rows={2} maxLength={500} />
        </SimpleGrid>
        <SubmitButton back={close}>{t.build}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** What the act would show. */
function Debts({ debts }: { debts: { debt: number; claim: number } }) {
  const t = useText(text);
  const isClient = useIsClient();
  return (
    <div role="status">
      <KeyFacts
        facts={[
          { label: isClient ? t.youOweSupplier : t.owesUs, value: <Money kopecks={debts.debt} /> },
          { label: isClient ? t.supplierOwes : t.weOwe, value: <Money kopecks={debts.claim} /> },
        ]}
      />
      {mostOf(debts) === 0 && <Alert color="yellow">{t.nothing}</Alert>}
    </div>
  );
}
