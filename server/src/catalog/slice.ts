import { slice } from '../kit/slice';
import { catalogRoutes } from './routes';

export const catalog = slice({ name: 'catalog', routes: catalogRoutes });
