/** What slices that have fields may call: definitions are read once, then values are checked by them. */
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
