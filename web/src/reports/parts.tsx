import { REPORT_KINDS, REPORTS, type ReportKind } from '@lanka/domain/reports/kinds';
import { Box, Button, Group, Input, Text } from '@mantine/core';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { goodsOf, titleOf, VariantFinder } from '../catalog';
import { SelectField } from '../kit/form/fields';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { RouteTabs } from '../kit/page/route-tabs';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { CounterpartySelect } from '../partners';
import { about, text } from './text';

export const REPORTS_PAGE = '/cp/reports';
export const SCHEDULES_PAGE = '/cp/reports/schedules';

export function ReportTabs() {
  const t = useText(text);
  const { can } = useSession();
  if (!can('reports.schedule')) return null;
  return (
    <RouteTabs
      label={t.tabs}
      tabs={[
        { to: REPORTS_PAGE, label: t.title },
        { to: SCHEDULES_PAGE, label: t.schedules },
      ]}
    />
  );
}

/** Kinds whose rows one sees. */
export function useKinds(): readonly ReportKind[] {
  const { can } = useSession();
  return REPORT_KINDS.filter((kind) => can(REPORTS[kind].permission));
}

/** What the report is of; `onPick` hears of another kind, which asks for other things. */
export function KindField({ kind, ...binding }: FieldBinding & { kind: ReportKind }) {
  const t = useText(text);
  const words = useText(about);
  const { locale } = useLocale();
  const kinds = useKinds();
  return (
    <SelectField
      {...binding}
      label={t.kind}
      hint={words[kind]}
      required
      searchable={false}
      options={kinds.map((value) => ({ value, label: REPORTS[value][locale] }))}
    />
  );
}

/** One counterparty, or all of them. */
export function PartyOf({ name, control }: FieldBinding) {
  const t = useText(text);
  const project_id = useProjectId();
  const { field, fieldState } = useController({ name, control });
  return (
    <CounterpartySelect
      project_id={project_id}
      label={t.counterparty}
      placeholder={t.allCounterparties}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={(id) => field.onChange(id ?? '')}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

/** One modification, found by name, SKU or scan; `known` is how the chosen one was called. */
export function ModificationField({ name, control, known }: FieldBinding & { known?: string }) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const [chosen, setChosen] = useState(known ?? '');
  const has = typeof field.value === 'string' && field.value !== '';
  if (!has)
    return (
      <Box>
        <Box mx="calc(-1 * var(--mantine-spacing-md))">
          <VariantFinder
            label={t.modification}
            isChosen={() => false}
            add={(variant) => {
              const title = titleOf(goodsOf(variant));
              setChosen(variant.sku ? `${title} (${variant.sku})` : title);
              field.onChange(variant.id);
            }}
          />
        </Box>
        {fieldState.error?.message && <Input.Error mt={4}>{fieldState.error.message}</Input.Error>}
      </Box>
    );
  return (
    <Input.Wrapper label={t.modification} error={fieldState.error?.message}>
      <Group gap="sm" wrap="nowrap">
        <Text className="wrap-anywhere">{chosen}</Text>
        <Button variant="default" size="compact-sm" onClick={() => field.onChange('')}>
          {t.change}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
