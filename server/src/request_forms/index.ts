export { addPastRequests } from './past.store';
