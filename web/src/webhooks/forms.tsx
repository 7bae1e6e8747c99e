import { CHANGE_KIND_NAMES, DROPSHIPPING_EVENTS, EVENT_WORDS } from '@lanka/domain/kit/change_kinds';
import * as contract from '@lanka/domain/webhooks/contract';
import { Checkbox, SimpleGrid, Text } from '@mantine/core';
import { z } from 'zod';
import { useIsDropshipper } from '../api_keys';
import { Form, SubmitButton } from '../kit/form/Form';
import { type FieldProps, RadioField, TextField, useBound } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useLocale, useText } from '../kit/text';
import { useWebhookActions } from './calls';
import { text } from './text';

interface MadeProps {
  made: (webhook: contract.NewWebhook) => void;
  close: () => void;
}

export function NewForm({ made, close }: MadeProps) {
  const t = useText(text);
  const { create } = useWebhookActions(t);
  const form = useEntityForm({
    schema: contract.SaveWebhookBody,
    initial: { url: '', events: [] },
    guard: false,
    submit: ({ values }) => create(values),
    onSaved: made,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('url')} label={t.url} hint={t.urlHint} required maxLength={500} autoFocus />
      <EventsField {...form.field('events')} label={t.events} required />
      <SubmitButton back={close}>{t.add}</SubmitButton>
    </Form>
  );
}

export function EditForm({ of, close }: { of: contract.Webhook; close: () => void }) {
  const t = useText(text);
  const { change } = useWebhookActions(t);
  const form = useEntityForm({
    schema: contract.SaveWebhookBody,
    initial: { url: of.url, events: of.events },
    guard: false,
    submit: ({ values }) => change(of.id, values),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('url')} label={t.url} hint={t.urlHint} required maxLength={500} />
      <EventsField {...form.field('events')} label={t.events} required />
      <SubmitButton back={close}>{t.save}</SubmitButton>
    </Form>
  );
}

function EventsField(props: FieldProps) {
  const { locale } = useLocale();
  const isMine = useIsDropshipper();
  const { value, onChange, common } = useBound(props);
  const kinds = isMine ? DROPSHIPPING_EVENTS : CHANGE_KIND_NAMES;
  return (
    <Checkbox.Group
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      label={common.label}
      error={common.error}
      withAsterisk={common.withAsterisk ?? false}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {kinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={EVENT_WORDS[kind][locale]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

const RotateSchema = z.object({ keep: z.string() });

export function RotateForm({ of, made, close }: MadeProps & { of: contract.Webhook }) {
  const t = useText(text);
  const { rotate } = useWebhookActions(t);
  const form = useEntityForm({
    schema: RotateSchema,
    initial: { keep: '24' },
    guard: false,
    submit: ({ values }) => rotate(of.id, Number(values.keep)),
    onSaved: made,
  });
  const options = Object.entries(t.keepOptions).map(([value, label]) => ({ value, label }));
  return (
    <Form form={form}>
      <Text>{t.rotateText}</Text>
      <RadioField {...form.field('keep')} label={t.keep} options={options} />
      <SubmitButton back={close}>{t.rotate}</SubmitButton>
    </Form>
  );
}
