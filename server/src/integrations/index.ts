export { reasonOf, recordCall, ServiceError } from './calls';
export {
  type Connection,
  connections,
  resealed,
  type Task,
  type TaskHandler,
  type TaskResult,
  taskHandlers,
} from './hooks';
export { queueTask, sweepQueues, workQueue } from './queue';
