export { prepareImage, type StoredImage } from './images';
export { findUpload, markUsed, type UploadRow } from './store';
export { readUpload, registerFileJobs } from './uploads';
