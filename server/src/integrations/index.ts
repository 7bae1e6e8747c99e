export { reasonOf, recordCall, ServiceError } from './calls';
export {
  type Connection,
  connections,
  type Reason,
  resealed,
  saidIn,
  type Task,
  type TaskHandler,
  type TaskResult,
  taskHandlers,
} from './hooks';
export { queueTask, sweepQueues, workQueue } from './queue';
