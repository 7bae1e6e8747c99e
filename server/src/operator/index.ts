export { keepAction } from './operator.store';
