import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** One calm accent: a blue-green that keeps 4.5 : 1 with white from shade 7 up. */
const accent: MantineColorsTuple = [
  '#eef6f7',
  '#d9eaec',
  '#b3d5d9',
  '#89bec5',
  '#62a8b1',
  '#459099',
  '#347f89',
  '#29737d',
  '#1f646d',
  '#114e56',
];

/** Neutral, without Mantine's blue; shade 6 is «dimmed» and readable on all light grounds. */
const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e8e8ea',
  '#dcdce0',
  '#c8c8ce',
  '#9b9ba4',
  '#63636d',
  '#4a4a53',
  '#33333b',
  '#1f1f25',
];

const dark: MantineColorsTuple = [
  '#e2e2e6',
  '#c6c6cc',
  '#a3a3ac',
  '#8a8a94',
  '#47474f',
  '#37373e',
  '#2a2a30',
  '#1d1d21',
  '#161619',
  '#0f0f11',
];

/** Darker than Mantine's from shade 7 up, so that white on a filled red button keeps 4.5 : 1. */
const red: MantineColorsTuple = [
  '#fdf2f1',
  '#fbe0de',
  '#f4bcb8',
  '#ec9690',
  '#e4746c',
  '#dc5850',
  '#d0463e',
  '#bb3029',
  '#a52620',
  '#8c1c17',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, gray, dark, red },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.5rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.35' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  /** Specification §9, Breakpoints. */
  breakpoints: { xs: '20em', sm: '36em', md: '48em', lg: '62em', xl: '75em' },
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Table: { defaultProps: { horizontalSpacing: 'md', verticalSpacing: 'xs' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: true } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
  },
});
