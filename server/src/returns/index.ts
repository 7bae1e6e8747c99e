export { createReturn } from './create';
/** What papers may call. */
export { lockWithOrder as lockReturnWithOrder } from './decide';
/** What exchanges tell: a return of theirs is one like any other. */
export { tellReturn } from './notices';
export { readReturn } from './read';
/** What the delivery services may call: the carrier says himself that a parcel was refused. */
export { refuseParcel } from './refuse';
export { IS_REFUSED } from './refused.store';
export { readRefusals } from './returns.store';
