import * as contract from '@lanka/domain/bookings/contract';
import type { Told } from '@lanka/domain/kit/availability';
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { type Goods, GoodsName, goodsOf, VariantFinder } from '../catalog';
import { Section } from '../kit/display/facts';
import { useStockWords } from '../kit/display/stock';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import { QuantityField, TextareaField } from '../kit/form/fields';
import { Finder } from '../kit/form/finder';
import { type FieldBinding, useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

const LIST = '/cp/bookings';

export function NewBookingPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const create = useAction(contract.createBooking, { success: t.created, quiet: true });
  const words = useStockWords();
  const [chosen, setChosen] = useState<{ goods: Goods; told: Told } | null>(null);
  const form = useEntityForm({
    schema: contract.CreateBookingBody,
    initial: { product_variant_id: '', count: 1, user_id: '', comment: '', booked_hours: 24 },
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: ({ id }) => navigate(`${LIST}/${id}`, { replace: true }),
  });
  return (
    <Page title={t.createTitle} crumbs={[{ to: LIST, label: t.title }]} narrow>
      <Form form={form}>
        <Section title={t.product} flush>
          {chosen ? (
            <Group justify="space-between" px="md" pb="md">
              <GoodsName item={chosen.goods} under={words(chosen.told)} />
              <Button
                variant="default"
                onClick={() => {
                  setChosen(null);
                  form.setValue('product_variant_id', '');
                }}
              >
                {t.another}
              </Button>
            </Group>
          ) : (
            <Stack gap="xs" pb="md">
              <VariantFinder
                isChosen={() => false}
                add={(variant) => {
                  setChosen({ goods: goodsOf(variant), told: variant });
                  form.setValue('product_variant_id', variant.id);
                }}
              />
              <Missing {...form.field('product_variant_id')} />
            </Stack>
          )}
        </Section>
        <Section>
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <QuantityField {...form.field('count')} label={t.count} min={1} required />
              <QuantityField {...form.field('booked_hours')} label={t.hours} hint={t.hoursHint} min={1} unit={t.hour} />
            </SimpleGrid>
            <UserField {...form.field('user_id')} hint={t.userHint} />
            <TextareaField {...form.field('comment')} label={t.comment} hint={t.commentHint} rows={2} maxLength={500} />
          </Stack>
        </Section>
        <Group justify="flex-end">
          <SubmitButton back={LIST}>{t.create}</SubmitButton>
        </Group>
      </Form>
    </Page>
  );
}

/** Goods have no input that could say that they are missing. */
function Missing({ name, control }: FieldBinding) {
  const t = useText(text);
  const { fieldState } = useController({ name, control });
  if (!fieldState.error) return null;
  return (
    <Text px="md" size="sm" c="var(--text-negative)" role="alert">
      {t.chooseVariant}
    </Text>
  );
}

function UserField({ name, control, hint }: FieldBinding & { hint?: string }) {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const { field, fieldState } = useController({ name, control });
  const id = typeof field.value === 'string' && field.value !== '' ? field.value : undefined;
  const chosen = useCall(
    contract.listBookingUsers,
    { params, query: { id } },
    { enabled: id !== undefined, staleTime: 60_000 },
  );
  return (
    <Finder
      label={t.user}
      description={hint}
      error={fieldState.error?.message}
      find={async (q, signal) => {
        const query = q ? { q } : {};
        return (await call(contract.listBookingUsers, { params, query, ...(signal ? { signal } : {}) })).items;
      }}
      keyOf={(one) => one.id}
      nameOf={(one) => `${one.name} (${one.email})`}
      onPick={(one) => field.onChange(one.id)}
      onClear={() => field.onChange('')}
      onBlur={field.onBlur}
      chosen={id ? (chosen.data?.items[0]?.name ?? '') : ''}
    />
  );
}

export function EditBookingPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const booking = useCall(contract.readBooking, { params: { project_id, id } });
  return (
    <Loaded query={booking}>
      {(data) => (
        <Page title={t.editTitle} crumbs={[{ to: `${LIST}/${data.id}`, label: t.one }]} narrow>
          <EditForm key={data.id} booking={data} />
        </Page>
      )}
    </Loaded>
  );
}

function EditForm({ booking }: { booking: contract.Booking }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const update = useAction(contract.updateBooking, { success: t.saved, quiet: true });
  const page = `${LIST}/${booking.id}`;
  const refusalOf = (wanted: contract.BookingAction) =>
    booking.actions.find(({ action }) => action === wanted)?.refusal ?? null;
  const isFree = (wanted: contract.BookingAction) => refusalOf(wanted) === null;
  const form = useEntityForm({
    schema: contract.UpdateBookingBody,
    initial: {
      count: booking.count,
      user_id: booking.user?.id ?? '',
      comment: booking.comment,
      booked_hours: booking.booked_hours,
    },
    version: booking.version,
    submit: ({ changed, version }) =>
      update.mutateAsync({
        params: { project_id, id: booking.id },
        body: changed,
        ...(version === undefined ? {} : { if_match: version }),
      }),
    onSaved: () => navigate(page),
  });
  const why = refusalOf('change_comment') ?? refusalOf('change_count');
  return (
    <Form form={form} labels={{ count: t.count, user_id: t.user, comment: t.comment, booked_hours: t.hours }}>
      {why && (
        <Alert color="gray" icon={<IconLock size={18} />}>
          {why.message}
        </Alert>
      )}
      {isFree('change_comment') && (
        <Section>
          <Stack gap="md">
            <GoodsName item={booking} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              {isFree('change_count') && <QuantityField {...form.field('count')} label={t.count} min={1} required />}
              {isFree('change_hours') && (
                <QuantityField
                  {...form.field('booked_hours')}
                  label={t.hours}
                  hint={t.hoursEditHint}
                  min={1}
                  unit={t.hour}
                />
              )}
            </SimpleGrid>
            {isFree('change_user') && <UserField {...form.field('user_id')} />}
            <TextareaField {...form.field('comment')} label={t.comment} hint={t.commentHint} rows={2} maxLength={500} />
          </Stack>
        </Section>
      )}
      <FormBar back={page} />
    </Form>
  );
}
