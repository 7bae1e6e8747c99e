/** Which acts are gone through one after another: as in the list that led to the first of them. */
export interface Among {
  readonly month?: string | undefined;
  readonly status?: string | undefined;
  readonly awaits?: string | undefined;
  readonly counterparty_id?: string | undefined;
}

const AMONG = ['month', 'status', 'awaits', 'counterparty_id'] as const;

/** Of the address of an act, or of the filters of a list. */
export const amongOf = (values: Readonly<Record<string, unknown>>): Among =>
  Object.fromEntries(AMONG.flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])));

/** The address of an act's page; the dropshipper's says at which supplier it is. */
export const actPath = (id: string, project_id: string | null, among: Among = {}): string => {
  const search = new URLSearchParams({ ...(project_id ? { project: project_id } : {}), ...among }).toString();
  return `/cp/reconciliations/${id}${search ? `?${search}` : ''}`;
};
