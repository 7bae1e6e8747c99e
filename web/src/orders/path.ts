/** The address of an order's page; the dropshipper's says at which supplier it is. */
export const orderPath = (id: string, project_id: string | null, tail = ''): string =>
  `/cp/orders/${id}${tail}${project_id ? `?project=${project_id}` : ''}`;
