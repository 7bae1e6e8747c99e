export { usePriceLevels } from './usePriceLevels';
