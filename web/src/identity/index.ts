/** The front door of the slice. */
export { AuthFrame } from './AuthFrame';
export { isDropshipper } from './choose_project';
export { SessionProvider } from './SessionProvider';
export { planName, roleNames } from './text';
