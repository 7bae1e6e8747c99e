/** Who sends by a key, from where, and the usual waybill: of the supplier, and of a dropshipper by his own key. */
import * as contract from '@lanka/domain/delivery/contract';
import { CarrierRef } from '@lanka/domain/orders/entities';
import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import type { StatusTable } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { QuantityField, SelectField, TextField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useText } from '../kit/text';
import { BranchFinder, TownFinder } from './finders';
import { text } from './text';

export const states: StatusTable<'ready' | 'unready' | 'refused'> = {
  ready: { color: 'green', ua: text.ua.ready, en: text.en.ready },
  unready: { color: 'yellow', ua: text.ua.unready, en: text.en.unready },
  refused: { color: 'red', ua: text.ua.refusedKey, en: text.en.refusedKey },
};
export const stateOf = ({ is_ready, is_refused }: contract.OwnConnection) =>
  is_refused ? 'refused' : is_ready ? 'ready' : 'unready';

const NOWHERE = { ref: '', name: '' };
const Place = z.object({ ref: z.string(), name: z.string() });
type Place = z.output<typeof Place>;
export const SenderForm = z.object({
  sender_ref: CarrierRef,
  contact_ref: CarrierRef,
  city: Place,
  branch: Place,
  defaults: contract.Defaults,
});

export const toForm = (entity: Readonly<Record<string, unknown>>) => {
  const connection = entity as unknown as contract.OwnConnection;
  return {
    ...connection,
    sender_ref: connection.sender_ref ?? '',
    contact_ref: connection.contact_ref ?? '',
    city: connection.city ?? NOWHERE,
    branch: connection.branch ?? NOWHERE,
  };
};

export const placeRefs = (city: Place | undefined, branch: Place | undefined) => ({
  ...(city?.ref ? { city_ref: city.ref } : {}),
  ...(branch?.ref ? { branch_ref: branch.ref } : {}),
});

const KeyForm = z.object({ key: contract.ApiKey });

interface KeyProps {
  connection: contract.OwnConnection | null;
  mayEdit: boolean;
  send: (key: string) => Promise<unknown>;
}

/** The key, of which only the end is ever shown. */
export function KeySection({ connection, mayEdit, send }: KeyProps) {
  const t = useText(text);
  const form = useEntityForm({
    schema: KeyForm,
    initial: { key: '' },
    guard: false,
    submit: ({ values }) => send(values.key),
  });
  return (
    <Section title={connection ? t.keyNow(connection.key_tail) : t.connect}>
      <Stack gap="md">
        {connection?.is_refused && <Alert color="red">{t.keyRefused}</Alert>}
        {mayEdit && (
          <Form form={form}>
            <TextField
              {...form.field('key')}
              label={connection ? t.keyNew : t.key}
              hint={t.keyHint}
              required
              autoComplete="off"
              maxLength={64}
            />
            <Group>
              <SubmitButton>{connection ? t.keyOther : t.connect}</SubmitButton>
            </Group>
          </Form>
        )}
      </Stack>
    </Section>
  );
}

interface PartProps {
  form: EntityForm<typeof SenderForm>;
  senders: readonly contract.Sender[];
}

const named = ({ ref, name }: contract.Named) => ({ value: ref, label: name });

interface FromProps extends PartProps {
  title: string;
  directory: z.output<typeof contract.readConnection.returns>['directory'];
  projectId: string;
}

export function FromSection({ form, title, senders, directory, projectId }: FromProps) {
  const t = useText(text);
  const values = form.watch();
  const sender = senders.find(({ ref }) => ref === values.sender_ref);
  const city = values.city ?? NOWHERE;
  const branch = values.branch ?? NOWHERE;
  return (
    <Section title={title}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SelectField {...form.field('sender_ref')} label={t.sender} options={senders.map(named)} required />
          <SelectField
            {...form.field('contact_ref')}
            label={t.contact}
            options={(sender?.contacts ?? []).map(named)}
            required
          />
        </SimpleGrid>
        {directory.branches === 0 ? (
          <Alert color="yellow">{t.directoryEmpty}</Alert>
        ) : (
          <>
            <TownFinder
              projectId={projectId}
              chosen={city.name}
              onPick={({ ref, name }) => {
                form.setValue('city', { ref, name });
                form.setValue('branch', NOWHERE);
              }}
              onClear={() => {
                form.setValue('city', NOWHERE);
                form.setValue('branch', NOWHERE);
              }}
            />
            {city.ref && (
              <BranchFinder
                projectId={projectId}
                city={city.ref}
                chosen={branch.name}
                onlyBranches
                onPick={({ ref, name }) => form.setValue('branch', { ref, name })}
                onClear={() => form.setValue('branch', NOWHERE)}
              />
            )}
            <Text size="sm" c="dimmed">
              {t.directory(directory.branches)}
              {directory.refreshed_at && (
                <>
                  , <DateTime at={directory.refreshed_at} />
                </>
              )}
            </Text>
          </>
        )}
      </Stack>
    </Section>
  );
}

export function UsualSection({ form, senders }: PartProps) {
  const t = useText(text);
  const values = form.watch();
  const sender = senders.find(({ ref }) => ref === values.sender_ref);
  return (
    <Section title={t.defaults}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SelectField
          {...form.field('defaults.payer')}
          label={t.payer}
          options={contract.PAYERS.map((value) => ({ value, label: t.payers[value] }))}
          required
        />
        <SelectField
          {...form.field('defaults.cargo')}
          label={t.cargo}
          options={contract.CARGO.map((value) => ({ value, label: t.cargos[value] }))}
          required
        />
        <QuantityField {...form.field('defaults.weight')} label={t.usualWeight} min={100} max={1_000_000} required />
        <QuantityField {...form.field('defaults.seats')} label={t.seats} min={1} max={100} required />
        <TextField
          {...form.field('defaults.description')}
          label={t.description}
          hint={t.descriptionHint}
          required
          maxLength={100}
        />
        <SelectField
          {...form.field('defaults.cod_service')}
          label={t.codService}
          hint={t.codServiceHint}
          options={contract.COD_SERVICES.map((value) => ({
            value,
            label: t.codServices[value],
            disabled: value === 'payment_control' && !(sender?.may_control ?? false),
          }))}
          required
        />
      </SimpleGrid>
    </Section>
  );
}
