import { suggestTags } from '@lanka/domain/catalog/contract';
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

/** By category and tags of the project. */
export function useGoodsFilters(project_id: string): FilterField[] {
  const t = useText(text);
  const categories = useCategoryFilter(project_id);
  const tags = useCall(suggestTags, { params: { project_id } });
  const options = (tags.data ?? []).map((tag) => ({ value: tag, label: tag }));
  return [...categories, { name: 'tags', label: t.tags, kind: 'choices', options }];
}
