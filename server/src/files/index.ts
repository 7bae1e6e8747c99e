export { findUpload, type UploadRow } from './files.store';
export { prepareImage, type StoredImage } from './images';
export { allProjects, readUpload, useUpload } from './uploads';
