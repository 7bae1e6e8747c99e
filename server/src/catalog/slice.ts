import { slice } from '../kit/slice';
import { catalogRoutes } from './routes';

export const catalog = slice({ name: 'catalog', level: 5, routes: catalogRoutes });
