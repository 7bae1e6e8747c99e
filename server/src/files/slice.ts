import { slice } from '../kit/slice';
import { fileRoutes } from './routes';
import { removeUnused } from './uploads';

export const files = slice({ name: 'files', routes: fileRoutes, jobs: [removeUnused] });
