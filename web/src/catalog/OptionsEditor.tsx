import './catalog.css';
import { listColumns } from '@lanka/domain/catalog/columns';
import { listProjectOptions } from '@lanka/domain/catalog/contract';
import { columnKey, isValueOfType, MAX_OPTIONS, MAX_VARIANTS } from '@lanka/domain/catalog/rules';
import {
  ActionIcon,
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Section } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { notify } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import {
  combinationCount,
  isUsed,
  missingCombinations,
  newOption,
  type OptionRow,
  renameOption,
  rowsFor,
  type VariantRow,
  withMissing,
} from './form-values';
import { text } from './text';

interface OptionsEditorProps {
  projectId: string;
  options: OptionRow[];
  rows: VariantRow[];
  onChange: (options: OptionRow[], rows: VariantRow[]) => void;
  /** A new product: the rows are always exactly the combinations. */
  isNew: boolean;
}

export function OptionsEditor({ projectId, options, rows, onChange, isNew }: OptionsEditorProps) {
  const t = useText(text);
  const known = useCall(listProjectOptions, { params: { project_id: projectId } });
  const columns = useCall(listColumns, { params: { project_id: projectId } }).data?.items ?? [];
  const columnOf = (name: string) =>
    columns.find((one) => one.name === name) ?? columns.find((one) => columnKey(one.name) === columnKey(name));
  const count = combinationCount(options);
  const missing = isNew ? [] : missingCombinations(options, rows);
  const apply = (next: OptionRow[], nextRows = rows) => onChange(next, isNew ? rowsFor(next, nextRows) : nextRows);
  const change = (option: OptionRow, patch: Partial<OptionRow>) => {
    const next = options.map((one) => (one === option ? { ...one, ...patch } : one));
    apply(next, patch.name === undefined ? rows : renameOption(rows, option.name, patch.name));
  };
  const setValues = (option: OptionRow, values: string[]) => {
    for (const value of values)
      if (!option.values.includes(value) && !isValueOfType(value, option.value_type)) {
        notify('warning', t.valueNotNumber(value, option.name));
        return;
      }
    const kept = option.values.filter((value) => !values.includes(value) && isUsed(rows, option.name, value));
    for (const value of kept) notify('warning', t.valueInUse(value));
    const next = [...kept, ...values];
    const gone = option.values.filter((value) => !next.includes(value));
    const left = rows.filter(
      ({ id, values: own }) =>
        id !== undefined || !own.some((one) => one.option === option.name && gone.includes(one.value)),
    );
    const nextOptions = options.map((one) => (one === option ? { ...one, values: next } : one));
    apply(nextOptions, isNew ? rows : left);
  };
  const remove = (option: OptionRow) => {
    const without = rows.map((row) => ({ ...row, values: row.values.filter((value) => value.option !== option.name) }));
    apply(
      options.filter((one) => one !== option),
      without,
    );
  };
  return (
    <Section title={t.options}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t.optionsHint}
        </Text>
        {options.map((option, i) => (
          <div className="product-option" key={option.key}>
            <Stack gap="xs">
              <Autocomplete
                label={t.optionName}
                maxLength={60}
                data={columns.map(({ name }) => name).filter((name) => !options.some((one) => one.name === name))}
                value={option.name}
                onChange={(name) =>
                  change(option, { name, value_type: columnOf(name)?.value_type ?? option.value_type })
                }
                withAsterisk
              />
              {option.name.trim() !== '' &&
                (columnOf(option.name) ? (
                  option.value_type === 'number' && (
                    <Text size="sm" c="dimmed">
                      {t.numbersOnly}
                    </Text>
                  )
                ) : (
                  <SegmentedControl
                    aria-label={t.columnType}
                    data={[
                      { value: 'text', label: t.typeText },
                      { value: 'number', label: t.typeNumber },
                    ]}
                    value={option.value_type}
                    onChange={(value_type) => change(option, { value_type })}
                  />
                ))}
              <Checkbox
                label={t.showInName}
                checked={option.show_in_name}
                onChange={(event) => change(option, { show_in_name: event.currentTarget.checked })}
              />
            </Stack>
            <TagsInput
              label={t.optionValues}
              description={t.optionValuesHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={known.data?.items.find(({ name }) => name === option.name)?.values ?? []}
              value={option.values}
              onChange={(values) => setValues(option, values)}
              disabled={option.name.trim() === ''}
              maxTags={200}
              splitChars={[',', ';']}
            />
            <ActionIcon
              variant="default"
              size={36}
              mt={{ base: 0, sm: 25 }}
              aria-label={`${t.removeOption}: ${option.name || i + 1}`}
              onClick={() => remove(option)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </div>
        ))}
        {count > MAX_VARIANTS && (
          <Alert color="red" role="alert">
            {t.tooMany(count)}
          </Alert>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={options.length >= MAX_OPTIONS}
            onClick={() => onChange([...options, newOption()], rows)}
          >
            {t.addOption}
          </Button>
          {missing.length > 0 && (
            <Button variant="light" onClick={() => onChange(options, withMissing(options, rows))}>
              {t.addMissing(missing.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
