/** What slices above may ask: what went in which parcel of an order, and what became of the money for it. */
export { type CodOfOrder, changeCod, codParts } from './cod';
export { type CodChange, LEFT_TO_COLLECT, stillAwaited } from './cod.store';
export { readParcels, type StoredParcel } from './parcels.store';
export { sendParcel } from './send';
export { orderSplit } from './split';
export { giveTtn } from './ttn';
