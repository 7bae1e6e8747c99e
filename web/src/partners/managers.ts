import { isStaff } from '@lanka/domain/kit/roles';
import { listMembers } from '@lanka/domain/projects/contract';
import { useCall } from '../kit/query';
import { useProjectId } from '../kit/session';

/** Who may be in charge of a counterparty, as options of a choice. */
export function useManagers(): { value: string; label: string }[] {
  const project_id = useProjectId();
  const members = useCall(listMembers, { params: { project_id } });
  return (members.data?.items ?? [])
    .filter((member) => isStaff(member.role))
    .map((member) => ({ value: member.id, label: member.name || member.email }));
}
