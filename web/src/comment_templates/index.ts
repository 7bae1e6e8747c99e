/** The front door of the slice. */
export { TemplateMenu } from './TemplateMenu';
