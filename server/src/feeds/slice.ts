import { slice } from '../kit/slice';
import { exportJob } from './export';
import { feedRoutes } from './routes';
import { importJobs } from './run';

export const feeds = slice({ name: 'feeds', level: 8, routes: feedRoutes, jobs: [...importJobs, exportJob] });
