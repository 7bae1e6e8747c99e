import { fieldMessages } from '@lanka/domain/kit/field-messages';
import { type LegalType, TaxCode, taxCodeWarnings } from '@lanka/domain/kit/tax_code';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TextField } from '../kit/form/fields';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useLocale } from '../kit/text';

interface TaxCodeFieldProps {
  field: FieldBinding;
  label: string;
  value: unknown;
  legalType?: LegalType | null | undefined;
  required?: boolean;
}

/** A tax code with what to look at again below it: a doubt is told, not refused (reference: identifiers). */
export function TaxCodeField({ field, label, value, legalType, required }: TaxCodeFieldProps) {
  const { locale } = useLocale();
  const code = TaxCode.safeParse(value);
  const warnings = code.success ? taxCodeWarnings(code.data, legalType) : [];
  return (
    <div>
      <TextField {...field} label={label} required={required ?? false} maxLength={20} autoComplete="off" />
      <div role="status">
        {warnings.map((warning) => (
          <Group key={warning} gap={6} mt={4} wrap="nowrap" align="flex-start">
            <IconAlertTriangle size={16} aria-hidden className="flex-none" />
            <Text size="sm">{capitalised(fieldMessages[warning]?.[locale] ?? '')}</Text>
          </Group>
        ))}
      </div>
    </div>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
