import { type Category, listCategories } from '@lanka/domain/categories/contract';
import { useCall } from '../kit/http/query';

/** The tree, as a list to choose from: each category by its path. */
export function useCategories(project_id: string, enabled = true) {
  const { data } = useCall(listCategories, { params: { project_id } }, { enabled });
  const items: readonly Category[] = data?.items ?? [];
  return { items, options: items.map(({ id, path }) => ({ value: id, label: path })) };
}
