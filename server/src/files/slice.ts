import { slice } from '../kit/slice';
import { fileRoutes } from './routes';
import { removeUnused } from './uploads';

export const files = slice({ name: 'files', level: 1, routes: fileRoutes, jobs: [removeUnused] });
