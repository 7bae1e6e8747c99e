export { holdCategories, readTree, readTreeOf } from './categories.store';
export { type CategoryGoods, categoryGoods, ensureCategories, knownCategories, type Place } from './tree';
