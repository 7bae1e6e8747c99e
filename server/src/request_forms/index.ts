export { type Forgotten, requestCame, requestForgotten } from './notices';
export { addPastRequests } from './past.store';
