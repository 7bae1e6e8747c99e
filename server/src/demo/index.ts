export { loadDemoIfEmpty } from './load';
export { demoSignIns } from './sign-ins';
