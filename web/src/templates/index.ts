/** The front door: inputs of additional fields, their values on pages, their columns and filters in lists. */
export { FieldFacts, FieldLine } from './FieldFacts';
export { FieldsButton, FieldsForm, messagesIn, useFieldsError } from './FieldsForm';
export { fieldColumns, fieldFilters, useChosenFields } from './lists';
export { mainInfoPart } from './panels';
export { priceSteps } from './price-steps';
export { TemplateTabs } from './TemplateTabs';
export { ofSet, useFields, useTemplates } from './useTemplates';
export { changedFields, type FormValues, fieldProblems, fieldsPart, filledFields, startValues } from './values';
