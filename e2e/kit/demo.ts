import { type Product, startProduct } from './product';

/** The product with the demo's data. */
export const startDemo = (env: Record<string, string> = {}): Promise<Product> => startProduct({ demo: true, env });
