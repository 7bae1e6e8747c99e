export { type Held, setAside } from './set-aside';
