import { filesOf } from '../attachments';
import { turnoverFiles } from './tables';

export const files = filesOf(turnoverFiles, 'document_id');
