import './columns.css';
import * as contract from '@lanka/domain/catalog/columns';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { isValueOfType, MERGE_KEEPS } from '@lanka/domain/catalog/rules';
import { ActionIcon, Badge, Group, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { CallError } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './columns-text';

type Column = contract.AttributeColumn;

export function ColumnForm({ column, close }: { column: Column | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.saved, quiet: true };
  const create = useAction(contract.createColumn, saving);
  const update = useAction(contract.updateColumn, saving);
  const form = useEntityForm({
    schema: contract.createColumn.body,
    initial: { name: column?.name ?? '', value_type: column?.value_type ?? 'text' },
    guard: false,
    ...(column ? { version: column.version } : {}),
    submit: ({ values, changed, version }) =>
      column
        ? update.mutateAsync({
            params: { project_id, id: column.id },
            body: changed,
            ...(version === undefined ? {} : { if_match: version }),
          })
        : create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField
        {...form.field('name')}
        label={t.name}
        {...(column ? { hint: t.nameHint } : {})}
        required
        maxLength={60}
        autoFocus
      />
      <SelectField
        {...form.field('value_type')}
        label={t.type}
        hint={t.typeHint}
        options={(['text', 'number'] as const).map((value) => ({ value, label: t.types[value] }))}
        required
      />
      <SubmitButton back={close}>{t.save}</SubmitButton>
    </Form>
  );
}

interface MergeProps {
  column: Column;
  items: readonly Column[];
  close: () => void;
}

export function MergeForm({ column, items, close }: MergeProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const [asks, setAsks] = useState(false);
  const merge = useAction(contract.mergeColumn, { success: t.merged, quiet: true });
  const form = useEntityForm({
    schema: z.object({ into: z.uuid(), keep: z.enum(MERGE_KEEPS).or(z.literal('')) }),
    initial: { into: column.alike[0]?.id ?? '', keep: '' as const },
    guard: false,
    submit: async ({ values: { into, keep } }) => {
      try {
        const body = { into, ...(keep === '' ? {} : { keep }) };
        return await merge.mutateAsync({ params: { project_id, id: column.id }, body });
      } catch (error) {
        if (error instanceof CallError && error.code === catalogErrors.column_contradicts.code) setAsks(true);
        throw error;
      }
    },
    onSaved: close,
  });
  const others = items.filter(({ id }) => id !== column.id);
  return (
    <Form form={form}>
      <Text size="sm">{t.mergeHint}</Text>
      <SelectField
        {...form.field('into')}
        label={t.into}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        required
      />
      {asks && (
        <SelectField
          {...form.field('keep')}
          label={t.keep}
          hint={t.keepHint}
          options={MERGE_KEEPS.map((value) => ({ value, label: t.keeps[value] }))}
          required
        />
      )}
      <SubmitButton back={close}>{t.mergeDo}</SubmitButton>
    </Form>
  );
}

/** All values of the column; each can be written otherwise in all products that have it. */
export function ColumnValues({ column, edits }: { column: Column; edits: boolean }) {
  const t = useText(text);
  const project_id = useProjectId();
  const values = useCall(contract.listColumnValues, { params: { project_id, id: column.id } });
  const [corrected, setCorrected] = useState<string | null>(null);
  return (
    <Loaded query={values}>
      {({ items }) =>
        items.length === 0 ? (
          <Text c="dimmed">{t.valuesNone}</Text>
        ) : (
          <Stack gap="xs">
            <ul className="columns-list">
              {items.map(({ value, products_count, is_number }) => (
                <li key={value} className="columns-value">
                  {corrected === value ? (
                    <CorrectForm column={column} value={value} close={() => setCorrected(null)} />
                  ) : (
                    <>
                      <div className="columns-about">
                        <Group gap={8}>
                          <Text component="span" className="wrap-anywhere">
                            {value}
                          </Text>
                          {column.value_type === 'number' && !is_number && (
                            <Badge color="yellow" variant="light" radius="sm" tt="none" fw={500}>
                              {t.notNumber}
                            </Badge>
                          )}
                        </Group>
                        <Text size="sm" c="dimmed">
                          {t.ofProducts(products_count)}
                        </Text>
                      </div>
                      {edits && (
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          size={36}
                          aria-label={t.correct(value)}
                          onClick={() => setCorrected(value)}
                        >
                          <IconPencil size={18} />
                        </ActionIcon>
                      )}
                    </>
                  )}
                </li>
              ))}
            </ul>
            {items.length === 500 && (
              <Text size="sm" c="dimmed">
                {t.valuesMany}
              </Text>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

function CorrectForm({ column, value, close }: { column: Column; value: string; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const correct = useAction(contract.correctColumnValue, { success: t.corrected, quiet: true });
  const { id, value_type } = column;
  const form = useEntityForm({
    schema: contract.correctColumnValue.body.pick({ to: true }),
    initial: { to: isValueOfType(value, value_type) ? value : '' },
    guard: false,
    submit: ({ values }) => correct.mutateAsync({ params: { project_id, id }, body: { from: value, to: values.to } }),
    onSaved: close,
  });
  return (
    <div className="columns-about">
      <Form form={form}>
        <TextField {...form.field('to')} label={`${t.newValue}: ${value}`} required maxLength={120} autoFocus />
        <SubmitButton back={close}>{t.save}</SubmitButton>
      </Form>
    </div>
  );
}
