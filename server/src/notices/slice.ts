import { slice } from '../kit/slice';
import { deliver, forget } from './deliver';
import { digests } from './digest';
import { noticeRoutes } from './routes';

export const notices = slice({ name: 'notices', level: 6, routes: noticeRoutes, jobs: [deliver, digests, forget] });
