import { type FieldProps, useBound } from '../kit/form/fields';
import { useProjectId } from '../kit/session';
import { CounterpartySelect } from '../partners';

/** Whose sales a register takes; empty: the supplier's own. */
export function SellerField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  return (
    <CounterpartySelect
      project_id={useProjectId()}
      label={common.label}
      description={common.description}
      error={common.error}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(id) => onChange(id ?? '')}
      onBlur={common.onBlur}
    />
  );
}
