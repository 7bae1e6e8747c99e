/** The front door of the slice. */
export { joinName, splitName } from './full-name';
export { PictureField } from './picture/PictureField';
export { SettingsTabs } from './SettingsTabs';
export { TaxCodeField } from './TaxCodeField';
export { useManagers } from './team/managers';
