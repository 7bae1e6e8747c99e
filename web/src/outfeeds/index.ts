export { feedState } from './text';
