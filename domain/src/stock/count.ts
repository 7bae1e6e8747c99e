import { z } from 'zod';

/** How much of something one line may be of. */
export const Count = z.int().min(1).max(1_000_000);
