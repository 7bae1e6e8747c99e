/** The address of an act's page; the dropshipper's says at which supplier it is. */
export const offsetPath = (id: string, project_id: string | null): string =>
  `/cp/offsets/${id}${project_id ? `?project=${project_id}` : ''}`;
