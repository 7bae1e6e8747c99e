import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import * as listed from './app';
import { makeQueryClient } from './kit/http/query';
import { NotificationOutlet } from './kit/overlay/notify';
import { printLight } from './kit/page/print';
import { makeRouter } from './kit/page/router';
import { ordered } from './kit/slice';
import { theme } from './theme';

// The build takes the styles of a component along with its code (vite.config.ts).
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

printLight();
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <NotificationOutlet />
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={makeRouter(ordered(listed))} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
