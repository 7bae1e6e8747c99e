export { useCategories } from './useCategories';
