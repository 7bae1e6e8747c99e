import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** Text of a table cell that may be long: it wraps between words and keeps enough width to be read. */
export function Words({ children }: { children: ReactNode }) {
  return (
    <Box component="span" display="block" miw={{ base: 0, sm: 130 }} style={{ overflowWrap: 'break-word' }}>
      {children}
    </Box>
  );
}
