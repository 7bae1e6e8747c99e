import { listTemplates, type TemplateField, type TemplateSet } from '@lanka/domain/templates/contract';
import { useMemo } from 'react';
import { useCall } from '../kit/http/query';

/** Definitions change seldom, and live updates tell when they do. */
const FRESH = 60_000;

/** The templates of a project, as `Loaded` takes them. A form waits for them, because it begins with their defaults. */
export const useTemplates = (projectId: string) =>
  useCall(listTemplates, { params: { project_id: projectId } }, { staleTime: FRESH, enabled: projectId !== '' });

export const ofSet = (items: readonly TemplateField[] | undefined, set: TemplateSet): readonly TemplateField[] =>
  (items ?? []).filter((field) => field.set === set);

/** The fields of a set in their order, archived ones last; none while they are not known. For what shows values. */
export function useFields(projectId: string, set: TemplateSet): readonly TemplateField[] {
  const items = useTemplates(projectId).data?.items;
  return useMemo(() => ofSet(items, set), [items, set]);
}
