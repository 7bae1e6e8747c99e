export { findUpload, markUsed, type UploadRow } from './files.store';
export { prepareImage, type StoredImage } from './images';
export { allProjects, readUpload } from './uploads';
