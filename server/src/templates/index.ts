/** What slices that have fields may call: definitions are read once, then values are checked by them. */
export { missingFields, readTemplates, showFields, type Templates, takeFiles, withFields } from './values';
