/** What was learnt holds for a while, in the memory of this process; the oldest goes when there is too much. */
export class Remembered<T> {
  private readonly known = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(
    private readonly most: number,
    private readonly forMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(name: string): T | undefined {
    const found = this.known.get(name);
    return found && found.until > this.now() ? found.value : undefined;
  }

  /** Of what holds already the time is not drawn out. */
  add(name: string, value: T): void {
    if (this.get(name) !== undefined) return;
    this.known.delete(name);
    this.known.set(name, { value, until: this.now() + this.forMs });
    if (this.known.size <= this.most) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}
