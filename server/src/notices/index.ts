export { deliverAll, deliverPortion } from './deliver';
export type { ToldPerson } from './deliver.store';
export { readUntil } from './deliver.store';
export type { Happened } from './letters';
export { botSender, type SendingApp } from './ways';
