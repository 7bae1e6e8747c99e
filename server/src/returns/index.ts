/** What papers may call. */
export { lockWithOrder as lockReturnWithOrder } from './decide';
