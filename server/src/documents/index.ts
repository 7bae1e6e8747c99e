export { registerDocumentGuards } from './guards';
