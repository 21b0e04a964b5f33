import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import {
  ColumnsPanelTrigger,
  type GridDensity,
  gridDensitySelector,
  QuickFilter,
  QuickFilterControl,
  Toolbar,
  ToolbarButton,
  useGridApiContext,
  useGridSelector,
} from '@mui/x-data-grid';
import { Columns3, Rows3, Search } from 'lucide-react';
import { useState } from 'react';
import { SEARCH_DELAY_MS } from './ListSearch.tsx';

/** Above a grid: which columns, how dense, and the quick filter. */
export function GridToolbar() {
  return (
    <Toolbar>
      <Box sx={{ flexGrow: 1 }} />
      <Tooltip title="Choisir les colonnes">
        <ColumnsPanelTrigger render={<ToolbarButton />}>
          <Columns3 size={18} />
        </ColumnsPanelTrigger>
      </Tooltip>
      <DensityMenu />
      <QuickFilter expanded debounceMs={SEARCH_DELAY_MS}>
        <QuickFilterControl
          render={({ ref, slotProps, size, ...control }) => (
            <TextField
              {...control}
              inputRef={ref}
              size="small"
              placeholder="Filtre rapide"
              sx={{ width: { xs: 150, sm: 220 } }}
              slotProps={{
                htmlInput: { 'aria-label': 'Filtre rapide', type: 'search' },
                input: {
                  startAdornment: (
                    <InputAdornment position="start">
                      <Search size={16} aria-hidden />
                    </InputAdornment>
                  ),
                },
              }}
            />
          )}
        />
      </QuickFilter>
    </Toolbar>
  );
}

const DENSITIES: readonly [GridDensity, label: string][] = [
  ['compact', 'Compacte'],
  ['standard', 'Standard'],
  ['comfortable', 'Confortable'],
];

function DensityMenu() {
  const api = useGridApiContext();
  const density = useGridSelector(api, gridDensitySelector);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title="Densité des lignes">
        <ToolbarButton
          aria-label="Densité des lignes"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Rows3 size={18} />
        </ToolbarButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {DENSITIES.map(([value, label]) => (
          <MenuItem
            key={value}
            selected={density === value}
            onClick={() => {
              api.current.setDensity(value);
              setAnchor(null);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
