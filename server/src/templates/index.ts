/** What slices that have fields may call: definitions are read once, then values are checked by them. */

export { codTermsOf, holdMainInfo, lowStockChanged, lowStockOf, orderPrefixOf, readMainInfo } from './main_info.store';
export { valuesCalled, valueTerms } from './templates.store';
export {
  type ListedFields,
  readListedFields,
  readTemplates,
  showFields,
  type Templates,
  takeFiles,
  templatesOf,
  withFields,
} from './values';
