import type { ListHolder } from '../kit/list/filters';
import { useProjectId, useSession } from '../kit/session';
import { CounterpartySelect } from './CounterpartySelect';

/** The tool of a list that leaves one counterparty's rows; not there for who may not see their names. */
export function CounterpartyFilter({ list, label }: ListHolder & { label: string }) {
  const project_id = useProjectId();
  const { can } = useSession();
  if (!can('counterparties.names')) return null;
  return (
    <CounterpartySelect
      project_id={project_id}
      aria-label={label}
      placeholder={label}
      className="list-choice"
      value={list.state.values.counterparty_id ?? null}
      onChange={(id) => list.state.set({ counterparty_id: id })}
    />
  );
}
