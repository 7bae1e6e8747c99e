/** By themselves, for the filters of orders that ask for them when they are opened. */
export { GroupInput, GroupName } from '../partners';
