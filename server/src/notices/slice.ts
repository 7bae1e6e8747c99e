import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { requestForgotten } from '../request_forms';
import { deliver, forget } from './deliver';
import { digests } from './digest';
import { forgetRequest } from './forget.store';
import { noticeRoutes } from './routes';

export const notices = slice({
  name: 'notices',
  level: 6,
  routes: noticeRoutes,
  jobs: [deliver, digests, forget],
  hooks: [on(requestForgotten, forgetRequest)],
});
