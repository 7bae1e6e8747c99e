/** What other slices may call: the demo tells who came for its feeds, public pages name photos where they stay. */
export { logoAddress, photoAddress, smallPhotoAddress } from './addresses';
export { addFetches } from './outfeeds.store';
export { type OwnGoods, ownGoods } from './own-goods';
