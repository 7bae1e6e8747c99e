import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { makeRouter, slices } from './app';
import { NotificationOutlet } from './kit/notify';
import { makeQueryClient } from './kit/query';
import { theme } from './theme';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <NotificationOutlet />
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={makeRouter(slices)} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
