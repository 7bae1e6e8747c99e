export {
  discountsOfClient,
  ensureLevels,
  knownLevels,
  type LevelHolders,
  levelHolders,
  levelPrices,
  levelsOfClient,
  type NamedLevel,
} from './levels';
export { holdLevels, readLevels } from './price_levels.store';
