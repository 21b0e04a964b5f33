import { frFR } from '@mui/x-data-grid/locales';

export const PAGE_SIZES = [10, 25, 50];

/** The words of every grid. */
export const GRID_WORDS = frFR.components.MuiDataGrid.defaultProps.localeText;
