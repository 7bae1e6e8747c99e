export { type LevelHolders, levelHolders, levelPrices, levelsOfClient } from './levels';
export { holdLevels } from './price_levels.store';
