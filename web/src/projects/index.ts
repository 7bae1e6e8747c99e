/** The front door of the slice. */
export { PictureField } from './picture/PictureField';
export { TaxCodeField } from './TaxCodeField';
export { useManagers } from './team/managers';
