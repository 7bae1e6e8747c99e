export { beginUpload } from './begin';
export { findUpload, type UploadRow } from './files.store';
export { prepareImage, type StoredImage } from './images';
export { measureAll } from './measure';
export { giveRoom, planOfOwner, takeRoom } from './room';
export { readProjectBytes, readUserBytes, type Unmeasured } from './room.store';
export { allProjects, readUpload, releaseUpload, uncountUpload, useUpload } from './uploads';
