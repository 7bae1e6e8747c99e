import type { Fault } from './simulator';

/** Faults that are switched on, with what is left of each. */
export class Faults {
  #on: { fault: Fault; left: number }[] = [];

  get all(): readonly Fault[] {
    return this.#on.map(({ fault, left }) => ({ ...fault, ...(Number.isFinite(left) ? { times: left } : {}) }));
  }

  add(fault: Fault): void {
    this.#on.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.#on = [];
  }

  /** The first that this call meets; it is one less then. */
  take(call: string): Fault | undefined {
    const found = this.#on.find(
      ({ fault: { only, share = 100 } }) => (!only || call.includes(only)) && Math.random() * 100 < share,
    );
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#on = this.#on.filter((one) => one !== found);
    return found.fault;
  }
}
