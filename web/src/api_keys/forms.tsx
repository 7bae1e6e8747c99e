import * as contract from '@lanka/domain/api_keys/contract';
import { API_AREAS, type ApiArea, type ApiScope, scopesFor } from '@lanka/domain/kit/api_scopes';
import { Checkbox, Input, SimpleGrid, Table, Text } from '@mantine/core';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, type FieldProps, RadioField, TagsField, TextField, useBound } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useLocale, useText } from '../kit/text';
import { useIsDropshipper, useKeyActions } from './calls';
import { text } from './text';

interface FormProps {
  made: (key: contract.NewApiKey) => void;
  close: () => void;
}

export function NewKey({ made, close }: FormProps) {
  const t = useText(text);
  const { create } = useKeyActions(t);
  const form = useEntityForm({
    schema: contract.CreateApiKeyBody,
    initial: { name: '', scopes: [], addresses: [], last_day: '' },
    guard: false,
    submit: ({ values }) => create(values),
    onSaved: made,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} hint={t.nameHint} required maxLength={60} autoFocus />
      <ScopesField {...form.field('scopes')} label={t.scopes} hint={t.scopesHint} required />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TagsField {...form.field('addresses')} label={t.addresses} hint={t.addressesHint} />
        <DateField {...form.field('last_day')} label={t.lastDay} hint={t.lastDayHint} />
      </SimpleGrid>
      <SubmitButton back={close}>{t.add}</SubmitButton>
    </Form>
  );
}

/** Area by area, to read and to change. */
function ScopesField(props: FieldProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const isDropshipping = useIsDropshipper();
  const { value, onChange, common } = useBound(props);
  const chosen = (Array.isArray(value) ? value : []) as ApiScope[];
  const given = scopesFor(isDropshipping ? 'dropshipping' : 'project');
  const areas = [...new Set(given.map((scope) => scope.split('.')[0] as ApiArea))];
  const box = (area: ApiArea, verb: 'read' | 'write') => {
    const scope: ApiScope = `${area}.${verb}`;
    if (!given.includes(scope)) return null;
    const label = (verb === 'read' ? t.readOf : t.writeOf)(API_AREAS[area][locale]);
    return (
      <Checkbox
        aria-label={label}
        checked={chosen.includes(scope)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
        }
      />
    );
  };
  return (
    <Input.Wrapper
      label={common.label}
      description={common.description}
      error={common.error}
      withAsterisk={common.withAsterisk}
      labelElement="div"
    >
      <Table mt={4} verticalSpacing={6} horizontalSpacing="xs" aria-label={t.scopes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.area}</Table.Th>
            <Table.Th>{t.read}</Table.Th>
            <Table.Th>{t.write}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {areas.map((area) => (
            <Table.Tr key={area}>
              <Table.Td>
                {API_AREAS[area][locale]}
                {t.areaNotes[area] && (
                  <Text size="sm" c="dimmed">
                    {t.areaNotes[area]}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{box(area, 'read')}</Table.Td>
              <Table.Td>{box(area, 'write')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}

const RotateForm = z.object({ keep: z.string() });

export function RotateKey({ of, made, close }: FormProps & { of: contract.ApiKey }) {
  const t = useText(text);
  const { rotate } = useKeyActions(t);
  const form = useEntityForm({
    schema: RotateForm,
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
