export { aboveMine } from './above';
