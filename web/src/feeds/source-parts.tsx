import { FEED_KINDS, type Import } from '@lanka/domain/feeds/contract';
import { EVERY_HOURS } from '@lanka/domain/feeds/schedule';
import { CreateSourceBody, type ImportSource } from '@lanka/domain/feeds/sources';
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { isRunning } from '../kit/display/jobs';
import { Form } from '../kit/form/Form';
import { PercentField, RadioField, SelectField, SwitchField, TextField } from '../kit/form/fields';
import type { EntityForm } from '../kit/form/useEntityForm';
import { useLocale, useText } from '../kit/text';
import { CountsLine } from './parts';
import { type SourceState, sourceText } from './sources-text';
import { KIND_NAMES } from './text';

const { name, url, kind, every_hours, vanished, active, publish, discount } = CreateSourceBody.shape;

/** A list gives its choice as text. */
export const SourceForm = z.object({
  ...{ name, url, vanished },
  kind: z.preprocess((value) => value || null, kind),
  every_hours: z.preprocess(Number, every_hours),
  active: active.unwrap(),
  publish: publish.unwrap(),
  discount: z.preprocess((value) => (value === '' || value === null ? 0 : value), discount.unwrap()),
});
export type SourceForm = z.infer<typeof SourceForm>;

export const toSourceForm = (source: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...source,
  kind: source.kind ?? '',
  every_hours: String(source.every_hours),
});

export const NEW_SOURCE = {
  ...{ name: '', url: '', kind: '', every_hours: '4', vanished: 'hide', active: true, publish: false, discount: 0 },
};

export function stateOf({ active, paused_at, trouble, last_run }: ImportSource): SourceState {
  if (paused_at && !active) return 'paused';
  if (!active) return 'off';
  if (trouble) return 'trouble';
  return last_run === null || isRunning(last_run.status) ? (last_run ? 'well' : 'new') : 'well';
}

/** What a run has done, in a line. */
export function RunResult({ run }: { run: Import }) {
  const t = useText(sourceText);
  if (isRunning(run.status)) return t.running;
  if (run.status === 'failed') return run.error?.message ?? '–';
  if (run.unmodified) return t.unmodified;
  const { created, changed, skipped, refused, unchanged, vanished: gone } = run.counts;
  return created + changed + skipped + refused + gone === 0 ? t.nothingChanged(unchanged) : <CountsLine found={run} />;
}

export function SourceFields({ form, foot }: { form: EntityForm<typeof SourceForm>; foot: ReactNode }) {
  const t = useText(sourceText);
  const { locale } = useLocale();
  const kinds = FEED_KINDS.map((value) => {
    const named = KIND_NAMES[value];
    return { value, label: typeof named === 'string' ? named : named[locale] };
  });
  const labels = {
    ...{ name: t.name, url: t.url, kind: t.kind, every_hours: t.everyHours, vanished: t.vanished },
    ...{ active: t.active, publish: t.publish, discount: t.discount },
  };
  return (
    <Form form={form} labels={labels}>
      <Section>
        <Stack gap="md">
          <TextField {...form.field('name')} label={t.name} hint={t.nameHint} required maxLength={80} />
          <TextField {...form.field('url')} type="url" label={t.url} hint={t.urlHint} required maxLength={2000} />
          <SelectField
            {...form.field('kind')}
            label={t.kind}
            options={[{ value: '', label: t.auto }, ...kinds]}
            placeholder={t.auto}
          />
        </Stack>
      </Section>
      <Section title={t.schedule}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SelectField
            {...form.field('every_hours')}
            label={t.everyHours}
            required
            options={EVERY_HOURS.map((hours) => ({ value: String(hours), label: t.every(hours) }))}
          />
          <SwitchField {...form.field('active')} label={t.active} hint={t.activeHint} />
        </SimpleGrid>
      </Section>
      <Section title={t.prices}>
        <Stack gap="md">
          <RadioField
            {...form.field('vanished')}
            label={t.vanished}
            hint={t.vanishedHint}
            options={(['hide', 'keep'] as const).map((value) => ({ value, label: t.vanishedOf[value] }))}
          />
          <SwitchField {...form.field('publish')} label={t.publish} hint={t.publishHint} />
          <PercentField {...form.field('discount')} label={t.discount} hint={t.discountHint} />
        </Stack>
      </Section>
      {foot}
    </Form>
  );
}
