import { frFR } from '@mui/x-data-grid/locales';

/** The words of every grid. */
export const GRID_WORDS = frFR.components.MuiDataGrid.defaultProps.localeText;
