import { frFR as coreFrench } from '@mui/material/locale';
import { createTheme } from '@mui/material/styles';
import type {} from '@mui/x-data-grid/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';

/** Calm petrol green on warm paper; one type family, shipped with the app. */
export const theme = createTheme(
  {
    cssVariables: { colorSchemeSelector: 'class' },
    colorSchemes: {
      light: {
        palette: {
          primary: { main: '#0f5c5c', dark: '#0a4646', light: '#3d8483', contrastText: '#ffffff' },
          secondary: { main: '#7a4a2b' },
          background: { default: '#f5f6f4', paper: '#ffffff' },
          text: { primary: '#1b2a2f', secondary: '#51636a' },
          success: { main: '#1e6b3c' },
          warning: { main: '#8f5300' },
          error: { main: '#b3261e' },
          info: { main: '#1d5a8a' },
          divider: '#dde4e3',
        },
      },
      dark: {
        palette: {
          primary: { main: '#7cc7c0', dark: '#57aaa3', light: '#a5ddd8', contrastText: '#06282a' },
          secondary: { main: '#d9a883' },
          background: { default: '#0f1719', paper: '#172226' },
          text: { primary: '#e6eeee', secondary: '#a3b4b8' },
          success: { main: '#7fcf9b' },
          warning: { main: '#f0b866' },
          error: { main: '#f2938c' },
          info: { main: '#8fc0ea' },
          divider: '#2b393d',
        },
      },
    },
    shape: { borderRadius: 10 },
    typography: {
      fontFamily: "'IBM Plex Sans Variable', system-ui, sans-serif",
      h1: { fontSize: '1.6rem', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: '1.15rem', fontWeight: 600 },
      h3: { fontSize: '1rem', fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          // What has the focus is never below the bars at the top and at the foot (WCAG 2.2, 2.4.11).
          html: { scrollPadding: '76px 0 96px' },
          // The colours of the computer: what is chosen, and where one presses, is told without a tint.
          '@media (forced-colors: active)': {
            '.MuiTabs-indicator, .MuiLinearProgress-bar': { backgroundColor: 'Highlight' },
            '[aria-pressed="true"], [aria-current]:not([aria-current="false"]), .Mui-selected': {
              outline: '2px solid Highlight',
              outlineOffset: '-2px',
            },
            '.MuiButton-contained, .MuiAlert-root, .MuiLinearProgress-root, .MuiChip-filled': { border: '1px solid' },
          },
          // Who asked the computer for less motion (WCAG 2.2, 2.3.3) gets none.
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important',
            },
          },
        },
      },
      MuiButtonBase: {
        styleOverrides: {
          root: ({ theme }) => ({
            '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
          }),
        },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiTextField: { defaultProps: { fullWidth: true, size: 'small' } },
      MuiOutlinedInput: {
        styleOverrides: {
          // Read, and not written: it takes no edge under the pointer.
          root: ({ theme }) => ({
            '&.MuiInputBase-readOnly .MuiOutlinedInput-notchedOutline': {
              borderStyle: 'dashed',
              borderColor: theme.vars.palette.divider,
            },
          }),
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiAlert: {
        styleOverrides: {
          // A tint of the surface below, in both schemes: never a hole darker than the page.
          standard: ({ theme, ownerState: { severity = 'success' } }) => ({
            backgroundColor: `color-mix(in srgb, ${theme.vars.palette[severity].main} 13%, ${theme.vars.palette.background.paper})`,
            color: theme.vars.palette.text.primary,
          }),
        },
      },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiLinearProgress: {
        styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.divider }) },
      },
      MuiTab: { styleOverrides: { root: { textTransform: 'none' } } },
      // Their buttons end where their text ends.
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
      MuiTooltip: { defaultProps: { arrow: true } },
      MuiDataGrid: {
        styleOverrides: {
          root: { border: 0 },
          columnHeaderTitle: { fontWeight: 600 },
        },
      },
    },
  },
  // The words of grids and dates come with them: the sign-in page needs neither.
  coreFrench,
);
