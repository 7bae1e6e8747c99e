import { useController } from 'react-hook-form';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartySelect } from './CounterpartySelect';
import { text } from './text';

/** A required counterparty of this project, as the field of a form. */
export function PartyField({ name, control }: FieldBinding) {
  const t = useText(text);
  const project_id = useProjectId();
  const { field, fieldState } = useController({ name, control });
  return (
    <CounterpartySelect
      project_id={project_id}
      label={t.one}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={(id) => field.onChange(id ?? '')}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      required
    />
  );
}
