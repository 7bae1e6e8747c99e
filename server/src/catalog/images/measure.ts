import { measureAll } from '../../files';
import { job } from '../../kit/jobs/jobs';
import { byClock } from '../../kit/slice';
import { setMeasured, unmeasuredImages } from './images.store';

const measure = job<Record<string, never>>('catalog.measure_images');

/** Pictures of an older version are counted in the storage of the plan. */
export const measureImages = byClock(measure, '55 * * * *', (app) =>
  measureAll(app, { list: unmeasuredImages, set: setMeasured }),
);
