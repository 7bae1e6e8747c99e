export { inTrouble, reasonOf, recordCall, ServiceError } from './calls';
export { measureServices } from './figures';
export { countTroubled } from './figures.store';
export {
  type Connection,
  connections,
  inOneQueue,
  type Queued,
  type Reason,
  resealed,
  saidIn,
  type Task,
  type TaskHandler,
  type TaskResult,
  taskHandlers,
} from './hooks';
export { findPaused, readTroubles, readWait } from './integrations.store';
export { queueTask, sweepQueues, workQueue } from './queue';
