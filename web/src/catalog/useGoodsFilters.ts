import { listProjectOptions, suggestTags } from '@lanka/domain/catalog/contract';
import { useCategories } from '../categories';
import { useCall } from '../kit/http/query';
import type { FilterField } from '../kit/list/filters';
import { useText } from '../kit/text';
import { text } from './text';

/** Lists of goods are filtered by these, where the project has any. */
export function useCategoryFilter(project_id: string, enabled = true): FilterField[] {
  const t = useText(text);
  const { options } = useCategories(project_id, enabled);
  return options.length > 0 ? [{ name: 'category_id', label: t.category, kind: 'choice', options }] : [];
}

/** So many attributes are offered as filters, the most used ones; a list of all would be one to search in. */
const OFFERED = 12;
/** Their values are those of many products, and change seldom. */
const FRESH = 300_000;

/** By what modifications differ by. */
function useAttributeFilters(project_id: string): FilterField[] {
  const { data } = useCall(listProjectOptions, { params: { project_id } }, { staleTime: FRESH });
  return (data?.items ?? [])
    .filter(({ values }) => values.length > 0)
    .slice(0, OFFERED)
    .map(({ name, values }) => ({
      name: `attributes.${name}`,
      label: name,
      kind: 'choice',
      options: values.map((value) => ({ value, label: value })),
    }));
}

/** By category, tags and attributes of the project. */
export function useGoodsFilters(project_id: string): FilterField[] {
  const t = useText(text);
  const categories = useCategoryFilter(project_id);
  const tags = useCall(suggestTags, { params: { project_id } });
  const options = (tags.data ?? []).map((tag) => ({ value: tag, label: tag }));
  const attributes = useAttributeFilters(project_id);
  return [...categories, { name: 'tags', label: t.tags, kind: 'choices', options }, ...attributes];
}
