import { onProjectCreated } from '../projects';
import { openOwnSales } from './partners.store';

/** Every project begins with «Власні продажі»: the counterparty of its own retail (specification §1, the example). */
export function registerOwnSales(): void {
  onProjectCreated(openOwnSales);
}
