export { deliverAll, deliverPortion } from './deliver';
export { readUntil } from './deliver.store';
