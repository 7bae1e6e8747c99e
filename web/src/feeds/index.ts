export { type Source, TableSource } from './TableSource';
