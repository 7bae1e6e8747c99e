/** By itself, for who loads it when it is needed: the front door of partners as a whole would come with the shell. */
export { CounterpartySelect } from '../partners';
