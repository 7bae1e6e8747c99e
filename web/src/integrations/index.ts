export { WaitNote } from './WaitNote';
