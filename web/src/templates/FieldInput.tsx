import { MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { MAX_LONG_TEXT, MAX_TEXT } from '@lanka/domain/templates/rules';
import { Anchor, Button, FileButton, Group, Input, MultiSelect, Select, Text } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { fileLink } from '../kit/display/file-link';
import {
  DateField,
  DecimalField,
  type FieldProps,
  MoneyField,
  SelectField,
  TextareaField,
  TextField,
  useBound,
} from '../kit/form/fields';
import { useUpload } from '../kit/form/files';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useText } from '../kit/text';
import { text } from './text';

type Asked = Pick<TemplateField, 'name' | 'type' | 'required' | 'options'>;

interface FieldInputProps extends FieldBinding {
  field: Asked;
  projectId: string;
  hint?: string;
}

/** The right input for the type of a field. */
export function FieldInput({ field, projectId, name, control, hint }: FieldInputProps) {
  const props: FieldProps = { name, control, label: field.name, required: field.required, ...(hint ? { hint } : {}) };
  switch (field.type) {
    case 'text':
      return <TextField {...props} maxLength={MAX_TEXT} />;
    case 'long_text':
      return <TextareaField {...props} maxLength={MAX_LONG_TEXT} />;
    case 'number':
      return <DecimalField {...props} />;
    case 'money':
      return <MoneyField {...props} />;
    case 'date':
      return <DateField {...props} />;
    case 'yes_no':
      return <YesNoField {...props} />;
    case 'select':
      return <ChoiceField {...props} options={field.options} />;
    case 'multi_select':
      return <ChoicesField {...props} options={field.options} />;
    case 'link':
      return <TextField {...props} type="url" placeholder="https://" maxLength={300} />;
    case 'file':
      return <FileField {...props} projectId={projectId} />;
  }
}

/** Three answers: nobody has said yet, yes and no. */
function YesNoField(props: FieldProps) {
  const t = useText(text);
  const { value, onChange, common } = useBound(props);
  return (
    <Select
      {...common}
      data={[
        { value: 'true', label: t.yes },
        { value: 'false', label: t.no },
      ]}
      clearable={!props.required}
      allowDeselect={!props.required}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(next) => onChange(next === null ? null : next === 'true')}
    />
  );
}

type Choices = FieldProps & { options: readonly string[] };

/** What was chosen before its option went stays until another is chosen. */
const withChosen = (options: readonly string[], chosen: readonly string[]): string[] => [
  ...new Set([...options, ...chosen]),
];

function ChoiceField({ options, ...props }: Choices) {
  const { value } = useBound(props);
  return <SelectField {...props} options={withChosen(options, typeof value === 'string' && value ? [value] : [])} />;
}

function ChoicesField({ options, ...props }: Choices) {
  const { value, onChange, common } = useBound(props);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <MultiSelect
      {...common}
      data={withChosen(options, chosen)}
      searchable={options.length > 8}
      clearable
      value={chosen}
      onChange={onChange}
    />
  );
}

interface KnownFile {
  name: string;
  url?: string;
}

const knownFile = (value: unknown): KnownFile | null =>
  typeof value === 'object' && value !== null && 'name' in value ? (value as KnownFile) : null;

/** Holds the file as it is shown, or the name of the upload that takes its place. */
function FileField({ projectId, ...props }: FieldProps & { projectId: string }) {
  const t = useText(text);
  const { value, onChange, common } = useBound(props);
  const { send, sending, error } = useUpload(projectId, { maxBytes: MAX_UPLOAD_BYTES });
  const [sent, setSent] = useState('');
  const known = knownFile(value);
  const isThere = known !== null || (typeof value === 'string' && value !== '');
  const pick = async (file: File | null) => {
    const uploaded = file && (await send(file));
    if (!uploaded) return;
    setSent(file.name);
    onChange(uploaded.file_name);
  };
  const { label, description, withAsterisk, error: wrong } = common;
  return (
    <Input.Wrapper {...{ label, description, withAsterisk }} error={wrong ?? error} labelElement="div">
      <Group gap="xs" mt={4} role="group" {...(typeof label === 'string' ? { 'aria-label': label } : {})}>
        {known?.url ? (
          <Anchor {...fileLink({ name: known.name, url: known.url })} className="wrap-anywhere">
            {known.name}
          </Anchor>
        ) : (
          isThere && <Text className="wrap-anywhere">{known?.name || sent || t.attached}</Text>
        )}
        <FileButton onChange={(file) => void pick(file)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="compact-md"
              leftSection={<IconPaperclip size={16} />}
              loading={sending !== null}
            >
              {t.attach}
            </Button>
          )}
        </FileButton>
        {isThere && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconX size={16} />}
            onClick={() => onChange(null)}
          >
            {t.removeFile}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
