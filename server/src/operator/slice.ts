import { slice } from '../kit/slice';
import { operatorRoutes } from './routes';

export const operator = slice({ name: 'operator', level: 9, routes: operatorRoutes });
