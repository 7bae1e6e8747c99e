import { slice } from '../kit/slice';
import { operatorRoutes } from './routes';

export const operator = slice({ name: 'operator', level: 10, routes: operatorRoutes });
