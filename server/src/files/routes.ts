import { createUpload } from '@lanka/domain/files/contract';
import { type Served, serve } from '../kit/http/serve';
import { beginUpload } from './begin';

export const fileRoutes: Served[] = [
  serve(createUpload, ({ tx, scope, body, app, sent }) => beginUpload(tx, app, scope, body, sent)),
];
