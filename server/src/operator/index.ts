export { keepAction } from './operator.store';
export { operatorWaits } from './waits';
