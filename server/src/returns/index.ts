export { createReturn } from './create';
/** What papers may call. */
export { lockWithOrder as lockReturnWithOrder } from './decide';
