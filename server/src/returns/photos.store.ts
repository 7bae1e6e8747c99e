import { filesOf } from '../attachments';
import { returnPhotos } from './tables';

export const photos = filesOf(returnPhotos, 'return_id');
