/** What a carrier's word says of a parcel to whoever waits for it. */
export const DELIVERY_STATES = ['handed_over', 'waiting', 'received', 'returning', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
