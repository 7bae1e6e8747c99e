import { slice } from '../kit/slice';
import { indexWaiting } from './jobs';

export const search = slice({ name: 'search', level: 3, jobs: [indexWaiting] });
