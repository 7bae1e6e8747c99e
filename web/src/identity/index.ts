/** The front door of the slice. */
export { AuthFrame } from './AuthFrame';
export { isDropshipper, leadingOn } from './choose_project';
export { signInExtra } from './extra';
export { planName, roleNames } from './names';
export { SessionProvider } from './SessionProvider';
