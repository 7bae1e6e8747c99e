/** What slices above may ask: what went in which parcel of an order. */
export { readParcels, type StoredParcel } from './parcels.store';
