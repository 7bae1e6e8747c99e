import { listMembers } from '@lanka/domain/projects/contract';
import { useCall } from '../../kit/http/query';
import { useProjectId } from '../../kit/session';

/** Who may be in charge of a dropshipper, as options of a choice. */
export function useManagers(enabled = true): { value: string; label: string }[] {
  const project_id = useProjectId();
  const query = { role: 'Owner,Administrator,Manager', sort: 'name', limit: 200 };
  const members = useCall(listMembers, { params: { project_id }, query }, { enabled });
  return (members.data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: name || email }));
}
