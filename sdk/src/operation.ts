/** What a call takes and answers. */
export interface Shape {
  params?: object;
  query?: object;
  body?: unknown;
  answer: unknown;
}

/** A call of the API. The constants in `operations.ts` are all there are. */
export interface Operation<S extends Shape> {
  /** As the OpenAPI document names it: `list_orders`. */
  readonly id: string;
  readonly method: string;
  /** `/projects/{project_id}/orders` */
  readonly path: string;
  /** Type only. */
  readonly shape?: S;
}

export const operation = <S extends Shape>(id: string, method: string, path: string): Operation<S> => ({
  id,
  method,
  path,
});

/** A page of a list. */
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  total: number;
}

/** What one entry of a list is: `Item<ListOrders>`. */
export type Item<S extends Shape> = S['answer'] extends { items: Array<infer T> } ? T : never;
