import { kyivDate } from '@lanka/domain/kit/time';
import type { TurnoverFlow, TurnoverType } from '@lanka/domain/turnover/contract';
import { counterpartyRule, typesOf } from '@lanka/domain/turnover/rules';
import { SimpleGrid, Stack } from '@mantine/core';
import { useController } from 'react-hook-form';
import { DateField, RadioField, SwitchField, TextareaField, TextField } from '../kit/form/fields';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ClosedDays, CounterpartySelect, useCounterparty } from '../partners';
import { partyWord } from './parts';
import { text, typeNames } from './text';

export const DOCUMENT_FIELDS = [
  'type',
  'counterparty_id',
  'date',
  'in_stock',
  'expected_on',
  'reason',
  'comment',
] as const;
type Name = (typeof DOCUMENT_FIELDS)[number];

interface DocumentFieldsProps {
  field: (name: Name) => FieldBinding;
  flow: TurnoverFlow;
  type: TurnoverType;
  inStock: boolean;
}

/** What it is, whose, and of which day. */
export function DocumentFields({ field, flow, type, inStock }: DocumentFieldsProps) {
  const t = useText(text);
  const types = useText(typeNames);
  const { can } = useSession();
  const party = counterpartyRule(type);
  return (
    <Stack gap="md">
      <RadioField
        {...field('type')}
        label={t.type}
        required
        options={typesOf(flow).map((value) => ({ value, label: types[`${flow} ${value}`] }))}
      />
      {party !== 'none' && can('counterparties.names') && (
        <PartyField
          {...field('counterparty_id')}
          label={partyWord({ flow, type }, t)}
          required={party === 'required'}
          {...(party === 'optional' ? { hint: t.optionalParty } : {})}
        />
      )}
      {type === 'write_off' && (
        <TextField {...field('reason')} label={t.reason} hint={t.reasonHint} required maxLength={300} />
      )}
      {flow === 'income' && <SwitchField {...field('in_stock')} label={t.inStock} hint={t.inStockHint} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <DateField {...field('date')} label={t.date} hint={t.dateHint} max={kyivDate(new Date())} required />
        {!inStock && <DateField {...field('expected_on')} label={t.expectedOn} />}
      </SimpleGrid>
      {party !== 'none' && can('counterparties.read') && (
        <Closed party={field('counterparty_id')} date={field('date')} />
      )}
      <TextareaField {...field('comment')} label={t.comment} rows={2} maxLength={1000} />
    </Stack>
  );
}

/** The days of this counterparty that an agreed act closes. */
function Closed({ party, date }: { party: FieldBinding; date: FieldBinding }) {
  const project_id = useProjectId();
  const id = useController(party).field.value;
  const day = useController(date).field.value;
  const counterparty = useCounterparty(project_id, typeof id === 'string' && id !== '' ? id : null);
  return <ClosedDays until={counterparty.data?.closed_until} date={typeof day === 'string' ? day : ''} />;
}

function PartyField({
  name,
  control,
  label,
  hint,
  required,
}: FieldBinding & { label: string; hint?: string; required: boolean }) {
  const project_id = useProjectId();
  const { field, fieldState } = useController({ name, control });
  return (
    <CounterpartySelect
      project_id={project_id}
      label={label}
      description={hint}
      error={fieldState.error?.message}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={(id) => field.onChange(id ?? '')}
      onBlur={field.onBlur}
      {...(required ? { required } : {})}
    />
  );
}
